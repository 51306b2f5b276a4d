import type { Outcome } from '#src/client/api/outcome.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isFinal, isRecorded, opsOfSale, type Operation } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { timeCall, type RoundTrip } from '#src/client/local/device/device-clock.ts';
import { updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { operationsBySeq, readUnsent, type Sendable, type Unsent } from '#src/client/local/outbox/outbox.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { ReadSyncAnswer } from '#src/contract/sync/schemas.ts';
import { deliverRescued } from './deliver-rescued.ts';
import { isDue } from './due.ts';
import type { SyncPorts } from './ports.ts';
import {
  type AnsweredBatch,
  handleFailure,
  prepareBatch,
  type ReadyBatch,
  releaseBatch,
  settleBatch,
} from './send-batch.ts';

type Timed = { value: Outcome<ReadSyncAnswer>; trip: RoundTrip };

/** When the server fails at this many single operations in a row, the fault is its own and not theirs. */
const failuresInARow = 3;

/**
 * Sends the journal of an enrolled device in its order, a batch a call. Everything is sent, whatever this
 * device thinks of it: the server must see the whole journal. A batch that the server fails at is halved until the
 * operation is found, which then waits alone; the others go on. While a batch is on its way the answer to the one before is
 * written down and the next one is signed: a crash in between leaves up to three batches `sending`, and the server returns
 * the same for what it already has. True: something was sent.
 */
export async function drainJournal(
  db: MoneyDb,
  ports: SyncPorts,
  found: Unsent & { enrolment: Enrolment },
): Promise<boolean> {
  const { enrolment } = found;
  const prepare = (batch: readonly Sendable[]) => prepareBatch(db, ports, enrolment, batch);
  let queue = await dueOperations(db, ports, found);
  let answered: AnsweredBatch | null = null;
  let ready: ReadyBatch | null = null;
  const run = {
    size: ports.batchSize,
    failures: 0,
    isStopped: false,
    isNewSent: false,
    sent: new Set<OpId>(),
  };
  while (queue.length > 0 && !run.isStopped) {
    ports.onProgress({ done: run.sent.size, total: run.sent.size + queue.length });
    const { batch, request }: ReadyBatch = ready ?? (await prepare(cutBatch(queue, run.size)));
    const upcoming = cutBatch(queue.slice(batch.length), run.size);
    const [{ value: outcome, trip }, , ahead]: [Timed, void, ReadyBatch | null] = await allEnded([
      timeCall(ports.clock, () => ports.server.sync(request)),
      settleBatch(db, ports, enrolment, answered),
      upcoming.length > 0 ? prepare(upcoming) : Promise.resolve(null),
    ]);
    answered = outcome.kind === 'ok' ? { batch, answer: outcome.data, trip } : null;
    ready = outcome.kind === 'ok' ? ahead : null;
    const next = outcome.kind === 'ok' ? 'go-on' : await handleFailure(db, ports, batch, outcome);
    if (next !== 'go-on' && ahead) await releaseBatch(db, ahead);
    if (next === 'halve' && batch.length > 1) {
      run.size = Math.ceil(batch.length / 2);
      continue;
    }
    run.failures = next === 'halve' ? run.failures + 1 : 0;
    run.isStopped = next === 'stop' || run.failures >= failuresInARow;
    for (const { envelope, status } of batch) {
      run.sent.add(envelope.opId);
      run.isNewSent ||= !isFinal(status);
    }
    queue = queue.slice(batch.length);
    if (queue.length > 0 || run.isStopped) continue;
    await settleBatch(db, ports, enrolment, answered);
    answered = null;
    // What was written meanwhile, and what the server said it does not have.
    queue = (await dueOperations(db, ports, await readUnsent(db))).filter(
      ({ envelope }) => !run.sent.has(envelope.opId),
    );
  }
  const isDelivered = !run.isStopped && (await deliverRescued(db, ports, enrolment, found.rescued));
  // What only the server asked for changes no figure of the report.
  if (run.isNewSent) await updateSyncStatus(db, { isReportOwed: true });
  return run.sent.size > 0 || isDelivered;
}

/**
 * The first `size` of the queue. The shares of a sale go together: what the server says of them comes in one answer, or does not
 * come, and no share is known to be paid without the others.
 */
function cutBatch(queue: readonly Sendable[], size: number): readonly Sendable[] {
  const saleAt = (at: number): OpId | undefined => {
    const envelope = queue[at]?.envelope;
    return envelope?.kind === 'purchase' ? opsOfSale(envelope)[0] : undefined;
  };
  const isWithin = (at: number): boolean => saleAt(at) !== undefined && saleAt(at) === saleAt(at - 1);
  let end = size;
  while (end > 0 && isWithin(end)) end -= 1;
  // It begins with that sale: all of it, however small the batches have become.
  if (end === 0) for (end = 1; isWithin(end);) end += 1;
  return queue.slice(0, end);
}

/** Fails only when all have ended: a disk that fails meanwhile does not release the lock while a batch is on its way. */
async function allEnded<First, Second, Third>(
  works: readonly [Promise<First>, Promise<Second>, Promise<Third>],
): Promise<[First, Second, Third]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** What is open and due, what the server decides without us, and what it says it does not have. */
async function dueOperations(
  db: MoneyDb,
  ports: SyncPorts,
  { enrolment, operations }: Unsent,
): Promise<Sendable[]> {
  const now = ports.clock.now();
  const missing = [...(enrolment?.missing ?? []), ...(enrolment?.toShow ?? [])];
  const isWaiting = ({ status }: Sendable): boolean => status.state === 'pending' || isRecorded(status);
  const isDueAlone = (operation: Sendable): boolean => !isWaiting(operation) || isDue(operation.status, now);
  const dueSales = new Set(
    operations
      .filter(isDueAlone)
      .flatMap(({ envelope }) => (envelope.kind === 'purchase' ? opsOfSale(envelope) : [])),
  );
  // One share that is due brings the others.
  const due = operations.filter(
    (operation) => dueSales.has(operation.envelope.opId) || isDueAlone(operation),
  );
  // One that waits for its turn is not hurried by being asked for: it may be its top-up that is missing.
  const asked =
    missing.length === 0
      ? []
      : (await operationsBySeq(db, missing))
          .flatMap(readable)
          .filter(({ status }) => status.state !== 'pending');
  const byId = new Map([...due, ...asked].map((operation) => [operation.status.opId, operation]));
  return [...byId.values()].sort((a, b) => a.status.seq - b.status.seq);
}

function readable({ envelope, status }: Operation): Sendable[] {
  return envelope ? [{ envelope, status }] : [];
}

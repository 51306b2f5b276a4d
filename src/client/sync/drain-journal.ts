import type { CallAnswer } from '#src/client/api/call-answer.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isFinal, isRecorded, type Operation } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { timeCall, type RoundTrip } from '#src/client/local/device/device-clock.ts';
import { updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { operationsBySeq, readUnsent, type Sendable, type Unsent } from '#src/client/local/outbox/outbox.ts';
import { isLeftToPerson } from '#src/client/local/outbox/unaccepted.ts';
import type { ReadSyncAnswer } from '#src/contract/sync/schemas.ts';
import type { OpId } from '#src/protocol/brands.ts';
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

type Timed = { value: CallAnswer<ReadSyncAnswer>; trip: RoundTrip };

/**
 * After this many single operations in a row fail at the server, the fault is the server's and not theirs.
 */
const failuresInARow = 3;

/**
 * Sends an enrolled device's journal in order, one batch per call. Everything is sent, whatever this device
 * decided, because the server must see the whole journal. A batch at which the server fails is halved until
 * the operation is found, which then waits alone while the others proceed. While a batch is on its way, the
 * previous answer is stored and the next batch signed. A crash then leaves up to three batches `sending`, and
 * the server repeats its answers for them. Returns whether anything was sent.
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
    const { batch, request }: ReadyBatch = ready ?? (await prepare(queue.slice(0, run.size)));
    const upcoming = queue.slice(batch.length, batch.length + run.size);
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
    // Operations written meanwhile, and those that the server reported as missing.
    queue = (await dueOperations(db, ports, await readUnsent(db))).filter(
      ({ envelope }) => !run.sent.has(envelope.opId),
    );
  }
  const isDelivered = !run.isStopped && (await deliverRescued(db, ports, enrolment, found.rescued));
  // Operations that only the server requested do not change the report's figures.
  if (run.isNewSent) await updateSyncStatus(db, { isReportOwed: true });
  return run.sent.size > 0 || isDelivered;
}

/** Rejects only when all have ended: a failing disk must not release the lock while a batch is on its way. */
async function allEnded<First, Second, Third>(
  works: readonly [Promise<First>, Promise<Second>, Promise<Third>],
): Promise<[First, Second, Third]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Returns open and due operations, undecided ones on the server, and those that it reported as missing. */
async function dueOperations(
  db: MoneyDb,
  ports: SyncPorts,
  { enrolment, operations }: Unsent,
): Promise<Sendable[]> {
  const now = ports.clock.now();
  const missing = [...(enrolment?.missing ?? []), ...(enrolment?.toShow ?? [])];
  const isWaiting = ({ status }: Sendable): boolean => status.state === 'pending' || isRecorded(status);
  const due = operations.filter(
    (operation) =>
      (!isWaiting(operation) || isDue(operation.status, now)) && !isLeftToPerson(operation, enrolment, now),
  );
  // A server request does not make a backed-off operation due: it may be waiting for its top-up.
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

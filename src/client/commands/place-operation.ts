import { isEnrolled } from '#src/client/local/device/enrolment.ts';
import { isOperator } from '#src/client/local/device/operators.ts';
import { appendOperations, updateStatus } from '#src/client/local/outbox/outbox.ts';
import { readShareIds } from '#src/client/local/outbox/read-outbox.ts';
import type { NewOperation } from '#src/client/local/outbox/write-operation.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { acceptOffline } from './accept-offline.ts';
import { copyPlaced } from './copy-decided.ts';
import { issueOffline } from './issue-offline.ts';
import { answerWaitMs, type CommandPorts } from './ports.ts';

/**
 * What a command says at once. `saved`: it is on this device for good, the rest comes by live query. `decision`: null, or
 * this device decides by itself when no answer comes, and the promise resolves once it has, or need not. `refused`: the
 * rules say no, nothing was written. `storage-failed`: the device could not store it, nothing may be handed over.
 */
export type CommandResult =
  | { kind: 'saved'; opId: OpId; decision: Promise<void> | null }
  | { kind: 'refused'; code: RefusalCode; message: string }
  | { kind: 'storage-failed'; reason: string };

type PlacedOperation = Extract<NewOperation, { kind: 'purchase' | 'top-up' | 'till-hand-over' }>;

/**
 * Writes an operation down, or all shares of a sale at once, and has them sent; where this device may decide alone, it does so once the answer is late. The
 * decision belongs to no screen: a sale that is left goes on being decided. When the page dies while it waits, nothing
 * was decided, and the outbox says so. A failure to decide is a failure to store: the device is blocked.
 */
export async function placeOperation(
  ports: CommandPorts,
  operations: readonly [PlacedOperation, ...PlacedOperation[]],
  mayDecide: boolean,
): Promise<CommandResult> {
  const [first] = operations;
  try {
    const decides = mayDecide && (await isEnrolled(ports.db));
    // The server pays nobody who is not enrolled here: said before goods or cash change hands.
    if (decides && !(await isOperator(ports.db, first.operatorId)))
      return { kind: 'refused', code: 'NOT_OPERATOR', message: refusalSentence('NOT_OPERATOR') };
    const placed = operations.map((operation) =>
      decides ? { ...operation, offline: { kind: 'deciding' as const } } : operation,
    );
    await appendOperations(ports.db, placed, ports.ids.device());
    ports.connection.requestSync();
    const copied = copyPlaced(
      ports,
      operations.map(({ opId }) => opId),
    );
    const decision = decides
      ? decideWithoutAnswer(ports, first, copied).catch(ports.reportStorageFailure)
      : null;
    return { kind: 'saved', opId: first.opId, decision };
  } catch (error) {
    ports.reportStorageFailure(error);
    return { kind: 'storage-failed', reason: String(error) };
  }
}

async function decideWithoutAnswer(
  ports: CommandPorts,
  { opId, kind }: Pick<PlacedOperation, 'opId' | 'kind'>,
  copied: Promise<void>,
): Promise<void> {
  await ports.connection.waitForAnswer(answerWaitMs);
  await copied;
  // Both look first whether the answer has come.
  if (kind === 'purchase') await acceptOffline(ports, opId);
  else await issueOffline(ports, opId);
  ports.connection.requestSync();
}

/** Makes an open operation due now; the drain sees it and sends. */
export async function retryOperation({ db, clock, connection }: CommandPorts, opId: OpId): Promise<void> {
  await updateStatus(db, opId, { state: 'pending', nextAttemptAt: 0, confirmedAt: clock.now() });
  connection.requestSync();
}

/** Makes everything that waits for its next attempt due now. */
export async function retryAll({ db, clock, connection }: CommandPorts): Promise<void> {
  const confirmedAt = clock.now();
  await db.fates.where('state').equals('pending').modify({ nextAttemptAt: 0, confirmedAt });
  await db.rescued.where('state').equals('pending').modify({ nextAttemptAt: 0 });
  connection.requestSync();
}

/** A person has read why a sale or a top-up was refused: it stays in the list and no longer asks for attention. */
export async function markRefusalSeen({ db }: CommandPorts, opId: OpId): Promise<void> {
  const opIds = await readShareIds(db, opId);
  await db.fates.where('opId').anyOf(opIds).modify({ seen: true });
  // The name of somebody who was not registered is of no more use.
  await db.registrations.delete(opId);
}

import { whenLate } from '#src/client/local/db/in-time.ts';
import { isEnrolled } from '#src/client/local/device/enrolment.ts';
import { isOperator } from '#src/client/local/device/operators.ts';
import { appendOperation, updateStatus } from '#src/client/local/outbox/outbox.ts';
import type { NewOperation } from '#src/client/local/outbox/write-operation.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { ownSentence } from '#src/domain/purchase/own-sentence.ts';
import { recordedStates } from '#src/operations/outcome.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { answerWaitMs, type HolderPorts } from './ports.ts';

/**
 * Immediate result of a command. `saved`: stored on this device, the rest follows by live query. `decision`:
 * null, or this device decides if no answer comes, and the promise resolves when it has or need not.
 * `refused`: by the rules, nothing was written. `storage-failed`: the device could not store it, so nothing
 * may be handed over.
 */
export type CommandResult =
  | { kind: 'saved'; opId: OpId; decision: Promise<void> | null }
  | { kind: 'refused'; code: RefusalCode; message: string }
  | { kind: 'storage-failed'; reason: string };

/** Work of a device of the market beside storing an operation. */
export type ByDevice = {
  /** Decides unless the answer has come, which it checks first; null where the server alone decides. */
  decide: ((opId: OpId) => Promise<unknown>) | null;
  /** Writes the operation into the second copy. */
  copy(opId: OpId): Promise<void>;
};

/**
 * Writes an operation and triggers sending; `device` is null on a phone that is none of the market's. A device that may
 * decide offline does so once the answer is late. The decision does not depend on the screen: leaving it does not
 * stop the decision. If the page dies during the wait, nothing was decided, which the outbox shows. A failure
 * to decide is a failure to store and blocks the device.
 */
export async function placeOperation(
  ports: HolderPorts,
  operation: NewOperation,
  device: ByDevice | null,
): Promise<CommandResult> {
  try {
    const decide = device?.decide && (await isEnrolled(ports.db)) ? device.decide : null;
    // The server pays no one who is not enrolled here, which is checked before goods or cash change hands.
    if (decide && !(await isOperator(ports.db, operation.operatorId)))
      return { kind: 'refused', code: 'NOT_OPERATOR', message: ownSentence('NOT_OPERATOR') };
    const placed = decide ? { ...operation, offline: { kind: 'deciding' as const } } : operation;
    await appendOperation(ports.db, placed, ports.ids.device());
    ports.connection.requestSync();
    const copied = device?.copy(operation.opId);
    const decision = decide
      ? decideWithoutAnswer(ports, () => decide(operation.opId), copied).catch(ports.reportStorageFailure)
      : null;
    return { kind: 'saved', opId: operation.opId, decision };
  } catch (error) {
    ports.reportStorageFailure(error);
    return { kind: 'storage-failed', reason: String(error) };
  }
}

async function decideWithoutAnswer(
  ports: HolderPorts,
  decide: () => Promise<unknown>,
  copied: Promise<void> | undefined,
): Promise<void> {
  await ports.connection.waitForAnswer(answerWaitMs);
  await copied;
  await whenLate(decide(), ports.reportStorageFailure);
  ports.connection.requestSync();
}

/** Makes an open operation due now; the drain notices and sends. */
export async function retryOperation({ db, clock, connection }: HolderPorts, opId: OpId): Promise<void> {
  await updateStatus(db, opId, { state: 'pending', nextAttemptAt: 0, confirmedAt: clock.now() });
  connection.requestSync();
}

/** Makes all operations without a final answer due now, those too that a person decides. */
export async function retryAll({ db, clock, connection }: HolderPorts): Promise<void> {
  const confirmedAt = clock.now();
  await db.statuses.where('state').equals('pending').modify({ nextAttemptAt: 0, confirmedAt });
  await db.statuses.where('state').anyOf(recordedStates).modify({ nextAttemptAt: 0 });
  await db.rescued
    .where('state')
    .anyOf(['pending', ...recordedStates])
    .modify({ nextAttemptAt: 0 });
  connection.requestSync();
}

/** A person has read the refusal of a sale or top-up: it stays listed but no longer asks for attention. */
export async function markRefusalSeen({ db }: HolderPorts, opId: OpId): Promise<void> {
  await db.statuses.where('opId').equals(opId).modify({ seen: true });
  // The name of a customer who was not registered is not needed any more.
  await db.registrations.delete(opId);
}

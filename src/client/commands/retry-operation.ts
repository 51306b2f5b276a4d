import { updateStatus } from '#src/client/local/outbox.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { CommandPorts } from './ports.ts';

/** Makes an open operation due now; the drain sees it and sends. */
export async function retryOperation({ db, connection }: CommandPorts, opId: OpId): Promise<void> {
  await updateStatus(db, opId, { state: 'pending', nextAttemptAt: 0 });
  connection.requestSync();
}

/** Makes everything that waits for its next attempt due now. */
export async function retryAll({ db, connection }: CommandPorts): Promise<void> {
  await db.fates.where('state').equals('pending').modify({ nextAttemptAt: 0 });
  await db.rescued.where('state').equals('pending').modify({ nextAttemptAt: 0 });
  connection.requestSync();
}

/** A person has read why an operation was refused: it stays in the list and no longer asks for attention. */
export async function markRefusalSeen({ db }: CommandPorts, opId: OpId): Promise<void> {
  await db.fates.where('opId').equals(opId).modify({ seen: true });
  // The name of somebody who was not registered is of no more use.
  await db.registrations.delete(opId);
}

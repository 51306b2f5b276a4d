import { moneyDb } from '#src/client/local/money-db.ts';
import { changeFate } from '#src/client/local/outbox.ts';
import { requestSync } from '#src/client/state/sync-request.ts';

/** Makes an open operation due now; the drain sees it and sends. */
export async function retryOperation(opId: string): Promise<void> {
  await changeFate(moneyDb, opId, { state: 'pending', nextAttemptAt: 0 });
  requestSync();
}

/** Makes everything that waits for its next attempt due now. */
export async function retryAll(): Promise<void> {
  await moneyDb.fates.where('state').equals('pending').modify({ nextAttemptAt: 0 });
  await moneyDb.rescued.where('state').equals('pending').modify({ nextAttemptAt: 0 });
  requestSync();
}

/** A person has read why an operation was refused: it stays in the list and no longer asks for attention. */
export async function markRefusalSeen(opId: string): Promise<void> {
  await moneyDb.fates.where('opId').equals(opId).modify({ seen: true });
  // The name of somebody who was not registered is of no more use.
  await moneyDb.registrations.delete(opId);
}

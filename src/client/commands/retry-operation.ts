import { moneyDb } from '#src/client/local/money-db.ts';
import { changeFate } from '#src/client/local/outbox.ts';

/** Makes an open operation due now; the drain sees it and sends. */
export async function retryOperation(opId: string): Promise<void> {
  await changeFate(moneyDb, opId, { state: 'pending', nextAttemptAt: 0 });
}

/** A person has read why an operation was refused: it stays in the list and no longer asks for attention. */
export async function markRefusalSeen(opId: string): Promise<void> {
  await moneyDb.fates.where('opId').equals(opId).modify({ seen: true });
}

import type { MoneyDb } from '#src/client/local/money-db.ts';
import { acceptOffline } from './accept-offline.ts';
import { issueOffline } from './issue-offline.ts';
import { answerWaitMs, type OfflinePorts, type WaitPort } from './ports.ts';

/**
 * Waits for the answer of an operation just placed, and decides without one when it does not come: at once where the link is
 * known to be away. Belongs to no screen: a sale that is left goes on being decided. When the page dies while it waits,
 * nothing was decided, and the outbox says so.
 */
export async function decideWithoutAnswer(
  db: MoneyDb,
  operation: { opId: string; kind: 'purchase' | 'top-up' },
  ports: OfflinePorts,
  wait: WaitPort,
): Promise<void> {
  await wait(answerWaitMs);
  // Both look first whether the answer has come.
  if (operation.kind === 'purchase') await acceptOffline(db, operation.opId, ports);
  else await issueOffline(db, operation.opId, ports);
}

import { toOpId, type OpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';

type Named = { deviceId: string; clientId: string };

/**
 * Notes whom a device means by a customer's id under which another person was registered first. The paper shows
 * the id, and another device can register under it before this one has a link.
 */
export function noteMeant(
  tx: Pick<SyncTransaction, 'insertReceipt'>,
  named: Named,
  personId: string,
  now: Date,
): Promise<void> {
  return tx.insertReceipt({ opId: partFor(named), bodyHash, refusal: null, answer: { personId } }, now);
}

/** Returns the person whom the device means, or null when its id names that person. */
export async function readMeant(
  tx: Pick<SyncTransaction, 'findReceipt'>,
  named: Named,
): Promise<string | null> {
  const noted = await tx.findReceipt({ opId: partFor(named), bodyHash });
  return noted && noted !== 'reused' ? String(noted.answer['personId']) : null;
}

const bodyHash = 'meant';

/** Client keys contain no space, so none can collide with it. */
function partFor({ deviceId, clientId }: Named): OpId {
  return toOpId(`${clientId} meant by ${deviceId}`);
}

import type { Enrolment } from '#src/client/local/db/rows.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import { copyOperations } from '#src/client/local/second/copy-operations.ts';
import { holdBack } from '#src/client/state/held-back.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { CommandPorts } from './ports.ts';

/** Returns a signer with the device's key. */
export function signerOf({ signText }: CommandPorts['crypto'], { keys }: Enrolment): EnvelopeSigner {
  return (text) => signText(keys.privateKey, text);
}

/**
 * Writes an operation into the second copy, signed as it will be sent; only an enrolled device has one. Waits
 * at most as long as the copy allows and never fails, because the operation is in the database.
 */
export async function copyPlaced(
  { db, crypto, secondCopy }: Pick<CommandPorts, 'db' | 'crypto' | 'secondCopy'>,
  opId: OpId,
): Promise<void> {
  try {
    const enrolment = await readEnrolment(db);
    if (!enrolment || enrolment.state === 'asked') return;
    await copyOperations(db, secondCopy, signerOf(crypto, enrolment), [opId]);
  } catch {
    // The next start completes the copy.
  }
}

/**
 * Decides a sale, and returns only when the decision is in the second copy too. A crash
 * between the two leaves it in the database: it is valid, and the next start copies it.
 */
export async function decideAndCopy<Result>(
  ports: CommandPorts,
  purchaseOpId: OpId,
  decide: () => Promise<Result>,
): Promise<Result> {
  const show = holdBack(purchaseOpId);
  try {
    const result = await decide();
    const offline = (await ports.db.statuses.get(purchaseOpId))?.offline;
    if (offline && 'opId' in offline) await copyPlaced(ports, offline.opId);
    return result;
  } finally {
    show();
  }
}

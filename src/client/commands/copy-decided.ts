import type { Enrolment } from '#src/client/local/db/rows.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readShareIds } from '#src/client/local/outbox/read-outbox.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import { copyOperations } from '#src/client/local/second/copy-operations.ts';
import { holdBack } from '#src/client/state/held-back.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { CommandPorts } from './ports.ts';

/** Returns a signer with the device's key. */
export function signerOf({ signText }: CommandPorts['crypto'], { keys }: Enrolment): EnvelopeSigner {
  return (text) => signText(keys.privateKey, text);
}

/**
 * Writes operations into the second copy, signed as they will be sent; only an enrolled device has one. Waits
 * at most as long as the copy allows and never fails, because the operation is in the database.
 */
export async function copyPlaced(
  { db, crypto, secondCopy }: Pick<CommandPorts, 'db' | 'crypto' | 'secondCopy'>,
  opIds: readonly OpId[],
): Promise<void> {
  try {
    const enrolment = await readEnrolment(db);
    if (!enrolment || enrolment.state === 'asked') return;
    await copyOperations(db, secondCopy, signerOf(crypto, enrolment), opIds);
  } catch {
    // The next start completes the copy.
  }
}

/**
 * Decides a sale with all its shares, and returns only when the decision is in the second copy too. A crash
 * between the two leaves it in the database: it is valid, and the next start copies it.
 */
export async function decideAndCopy<Result>(
  ports: CommandPorts,
  purchaseOpId: OpId,
  decide: () => Promise<Result>,
): Promise<Result> {
  const shown = [holdBack(purchaseOpId)];
  try {
    const opIds = await readShareIds(ports.db, purchaseOpId);
    shown.push(...opIds.map(holdBack));
    const result = await decide();
    const decided = (await ports.db.fates.bulkGet(opIds)).flatMap((status) =>
      status?.offline && 'opId' in status.offline ? [status.offline.opId] : [],
    );
    if (decided.length > 0) await copyPlaced(ports, decided);
    return result;
  } finally {
    for (const show of shown) show();
  }
}

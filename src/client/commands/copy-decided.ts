import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import { copyOperations } from '#src/client/local/second/copy-operations.ts';
import { holdBack } from '#src/client/state/held-back.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { ByDevice } from './place-operation.ts';
import type { CommandPorts } from './ports.ts';

/** Returns a signer with the device's key. */
export function signerOf({ signText }: CommandPorts['crypto'], { keys }: Enrolment): EnvelopeSigner {
  return (text) => signText(keys.privateKey, text);
}

/** A device of the market decides by `decide`, and copies what it places. */
export function byDevice(
  ports: CommandPorts,
  decide: ((ports: CommandPorts, opId: OpId) => Promise<unknown>) | null,
): ByDevice {
  return {
    decide: decide && ((opId) => decide(ports, opId)),
    copy: (opId) => copyPlaced(ports, opId),
  };
}

/**
 * Writes an operation into the second copy. Waits at most as long as the copy allows and never fails, because
 * the operation is in the database.
 */
export function copyPlaced(ports: CopyPorts, opId: OpId): Promise<void> {
  return copyFound(ports, () => Promise.resolve([opId]));
}

type CopyPorts = Pick<CommandPorts, 'db' | 'crypto' | 'secondCopy'>;

async function copyFound(
  { db, crypto, secondCopy }: CopyPorts,
  find: (inside: MoneyDb) => Promise<OpId[]>,
): Promise<void> {
  try {
    await copyOperations(db, secondCopy, (enrolment) => signerOf(crypto, enrolment), find);
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
    await copyFound(ports, async ({ statuses }) => {
      const offline = (await statuses.get(purchaseOpId))?.offline;
      return offline && 'opId' in offline ? [offline.opId] : [];
    });
    return result;
  } finally {
    show();
  }
}

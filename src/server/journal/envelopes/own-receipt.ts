import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { rowOf, type Envelope, type TopUpVoidEnvelope } from '#src/operations/envelopes.ts';
import { purchaseHash } from '#src/operations/purchase/post.ts';
import type { TopUpVoidPayload } from '#src/operations/top-up-void/rule.ts';
import { topUpHash } from '#src/operations/top-up/post.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { bodyHash, identityHash, type FoundReceipt, type ReceiptKey } from '#src/server/ledger/receipts.ts';

/** A batch needs each key five times. An envelope never changes once it is parsed. */
const keys = new WeakMap<Envelope, ReceiptKey>();

/** The key of an operation's receipt. */
export function receiptKeyOf(envelope: Envelope): ReceiptKey {
  const known = keys.get(envelope);
  if (known) return known;
  const { opId, kind, payload, hash } = envelope;
  const key = { opId, bodyHash: rowOf(kind).identity ? identityHash(kind, payload) : hash };
  keys.set(envelope, key);
  return key;
}

/** Returns the key of the purchase that an acceptance or withdrawal refers to, with the facts it names. */
export function purchaseKeyOf(
  payload: { purchaseOpId: OpId } & Parameters<typeof purchaseHash>[0],
): ReceiptKey {
  return { opId: payload.purchaseOpId, bodyHash: purchaseHash(payload) };
}

/** Returns the key of the undone top-up, with the facts that the void names. */
export function topUpKeyOf(payload: TopUpVoidPayload): ReceiptKey {
  return { opId: payload.topUpOpId, bodyHash: topUpHash(payload) };
}

type Finder = Pick<SyncTransaction, 'findReceipt'>;

/**
 * Finds the operation's receipt by id, kind and body. A device writes the void of a top-up after the call that made it,
 * under the same id, so the call's receipt is also the operation's.
 */
export async function findOwnReceipt(tx: Finder, envelope: Envelope): Promise<FoundReceipt> {
  const found = await tx.findReceipt(receiptKeyOf(envelope));
  return found === 'reused' && envelope.kind === 'top-up-void' ? findTopUpVoidReceipt(tx, envelope) : found;
}

async function findTopUpVoidReceipt(
  tx: Finder,
  { opId, operatorId: actor, payload }: TopUpVoidEnvelope,
): Promise<FoundReceipt> {
  const topUp = await tx.findReceipt(topUpKeyOf(payload));
  if (topUp === 'reused' || topUp?.refusal !== null) return 'reused';
  const { reason } = payload;
  return tx.findReceipt({
    opId,
    bodyHash: bodyHash(voucherCalls.topUpVoid.path, { id: topUp.answer['_id'], reason, actor }),
  });
}

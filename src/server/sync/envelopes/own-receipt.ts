import type { Envelope, TopUpPayload, TopUpVoidPayload } from '#src/contract/devices/envelope.ts';
import type { OpId } from '#src/contract/brands.ts';
import { bodyHash, purchaseHash, type FoundReceipt, type ReceiptKey } from '#src/server/ledger/receipts.ts';
import type { ReceiptPort } from '#src/server/sync/ports/receipt-port.ts';

type Kind = Envelope['kind'];
type HashOf = { [One in Kind]: (envelope: Extract<Envelope, { kind: One }>) => string };

/** A purchase and a top-up may come as a call as well: their hash is that of the call's body. */
const hashOf: HashOf = {
  purchase: ({ payload }) => purchaseHash(payload),
  'top-up': ({ payload }) => bodyHash('top-up', payload),
  customer: ({ hash }) => hash,
  acceptance: ({ hash }) => hash,
  withdrawal: ({ hash }) => hash,
  'top-up-void': ({ hash }) => hash,
};

/** The key of an operation's receipt. */
export function receiptKeyOf<One extends Kind>(envelope: Extract<Envelope, { kind: One }>): ReceiptKey {
  const kind: One = envelope.kind;
  return { opId: envelope.opId, bodyHash: hashOf[kind](envelope) };
}

/** The key of the purchase that an acceptance or a withdrawal is about, with the facts it names. */
export function purchaseKeyOf(
  payload: { purchaseOpId: OpId } & Parameters<typeof purchaseHash>[0],
): ReceiptKey {
  return { opId: payload.purchaseOpId, bodyHash: purchaseHash(payload) };
}

/** The key of the top-up that is undone, with the facts the void names. */
export function topUpKeyOf({ topUpOpId: opId, monto, uuid, clientId }: TopUpVoidPayload): ReceiptKey {
  const topUp: TopUpPayload = { monto, uuid, clientId };
  return { opId, bodyHash: bodyHash('top-up', topUp) };
}

type Finder = Pick<ReceiptPort, 'findReceipt'>;

/**
 * The receipt of this operation, found by id, kind and body. A device writes a top-up's void down after the call that made it, under
 * the same id: the receipt of that call is the operation's as well.
 */
export async function findOwnReceipt(tx: Finder, envelope: Envelope): Promise<FoundReceipt> {
  const found = await tx.findReceipt(receiptKeyOf(envelope));
  if (found !== 'reused' || envelope.kind !== 'top-up-void') return found;
  const { opId, operatorId: actor, payload } = envelope;
  const topUp = await tx.findReceipt(topUpKeyOf(payload));
  if (topUp === 'reused' || topUp?.refusal !== null) return found;
  const { reason } = payload;
  return tx.findReceipt({
    opId,
    bodyHash: bodyHash('top-up-void', { id: topUp.answer['_id'], reason, actor }),
  });
}

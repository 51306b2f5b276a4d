import type { OpId } from '#src/contract/brands.ts';
import { purchaseVoidReceiptSchema } from '#src/contract/purchases/purchase-history.ts';
import type { Envelope, TopUpVoidPayload } from '#src/contract/sync/envelope.ts';
import {
  bodyHash,
  purchaseHash,
  topUpHash,
  type FoundReceipt,
  type ReceiptKey,
} from '#src/server/ledger/receipts.ts';
import type { ReceiptPort } from '#src/server/sync/ports/receipt-port.ts';

type Kind = Envelope['kind'];
type HashOf = { [One in Kind]: (envelope: Extract<Envelope, { kind: One }>) => string };

/** A purchase and a top-up may come as a call as well: their hash is that of the call's body. */
const hashOf: HashOf = {
  purchase: ({ payload }) => purchaseHash(payload),
  'top-up': ({ payload }) => topUpHash(payload),
  customer: ({ hash }) => hash,
  acceptance: ({ hash }) => hash,
  withdrawal: ({ hash }) => hash,
  'top-up-void': ({ hash }) => hash,
  void: ({ hash }) => hash,
  // As a call of the same person would be: without enrolment a point hands over by one.
  'till-hand-over': ({ operatorId: actor, payload }) => bodyHash('till-hand-over', { ...payload, actor }),
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
  return { opId, bodyHash: topUpHash({ monto, uuid, clientId }) };
}

type Finder = Pick<ReceiptPort, 'findReceipt'>;

/** The hash of the call that a stall's void was made by. */
export function voidCallHash({ operatorId: actor, payload }: Extract<Envelope, { kind: 'void' }>): string {
  const { codeCompra, monto, reason } = payload;
  return bodyHash('void', { codeCompra, reason, ...(monto === undefined ? {} : { monto }), actor });
}

/**
 * The receipt of this operation, found by id, kind and body. A device writes a void down after the call that made it, under the same
 * id: the receipt of that call is the operation's as well.
 */
export async function findOwnReceipt(tx: Finder, envelope: Envelope): Promise<FoundReceipt> {
  const found = await tx.findReceipt(receiptKeyOf(envelope));
  if (found !== 'reused') return found;
  if (envelope.kind === 'void') return findVoidReceipt(tx, envelope);
  return envelope.kind === 'top-up-void' ? findTopUpVoidReceipt(tx, envelope) : found;
}

/** The sale that an envelope names has to be the one that the call voided: it would be voided after a restore. */
async function findVoidReceipt(
  tx: Finder,
  envelope: Extract<Envelope, { kind: 'void' }>,
): Promise<FoundReceipt> {
  const found = await tx.findReceipt({ opId: envelope.opId, bodyHash: voidCallHash(envelope) });
  if (!found || found === 'reused' || found.refusal) return found;
  const { purchaseOpIds } = purchaseVoidReceiptSchema.parse(found.answer);
  return purchaseOpIds?.join() === envelope.payload.purchaseOpIds.join() ? found : 'reused';
}

async function findTopUpVoidReceipt(
  tx: Finder,
  { opId, operatorId: actor, payload }: Extract<Envelope, { kind: 'top-up-void' }>,
): Promise<FoundReceipt> {
  const topUp = await tx.findReceipt(topUpKeyOf(payload));
  if (topUp === 'reused' || topUp?.refusal !== null) return 'reused';
  const { reason } = payload;
  return tx.findReceipt({
    opId,
    bodyHash: bodyHash('top-up-void', { id: topUp.answer['_id'], reason, actor }),
  });
}

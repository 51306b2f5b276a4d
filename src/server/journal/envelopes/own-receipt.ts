import type { Envelope, TopUpVoidPayload } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';
import {
  bodyHash,
  purchaseHash,
  topUpHash,
  type FoundReceipt,
  type ReceiptKey,
} from '#src/server/ledger/receipts.ts';

type Kind = Envelope['kind'];
type HashOf = { [One in Kind]: (envelope: Extract<Envelope, { kind: One }>) => string };

/** A purchase or a top-up may also arrive as a call, so its hash is that of the call's body. */
const hashOf: HashOf = {
  purchase: ({ payload }) => purchaseHash(payload),
  'top-up': ({ payload }) => topUpHash(payload),
  customer: ({ hash }) => hash,
  acceptance: ({ hash }) => hash,
  withdrawal: ({ hash }) => hash,
  'top-up-void': ({ hash }) => hash,
};

/** A batch needs each key five times. An envelope never changes once it is parsed. */
const keys = new WeakMap<Envelope, ReceiptKey>();

/** The key of an operation's receipt. */
export function receiptKeyOf<One extends Kind>(envelope: Extract<Envelope, { kind: One }>): ReceiptKey {
  const known = keys.get(envelope);
  if (known) return known;
  const kind: One = envelope.kind;
  const key = { opId: envelope.opId, bodyHash: hashOf[kind](envelope) };
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
export function topUpKeyOf({ topUpOpId: opId, monto, uuid, clientId }: TopUpVoidPayload): ReceiptKey {
  return { opId, bodyHash: topUpHash({ monto, uuid, clientId }) };
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

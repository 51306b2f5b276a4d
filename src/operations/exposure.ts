import type { OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { Envelope } from './envelopes.ts';

/** `spent`: taken from a voucher. `issued`: put on one. */
export type Exposes = 'spent' | 'issued';

type Said = Pick<Envelope, 'payload'>;
type Money = { kind: Exposes; voucherId: VoucherId; amount: Pesos };

/** Returns the money that an operation names; null for a customer's registration. */
export function moneyOf({ payload }: Said): Money | null {
  if ('dataHash' in payload) return null;
  return 'price' in payload
    ? { kind: 'spent', voucherId: payload.codeQrUuid, amount: payload.price }
    : { kind: 'issued', voucherId: payload.uuid, amount: payload.monto };
}

/** Returns the operation that this one refers to, whose entry in a list shows its result; null when it has an entry itself. */
export function aboutWhich({ payload }: Said): OpId | null {
  if ('purchaseOpId' in payload) return payload.purchaseOpId;
  return 'topUpOpId' in payload ? payload.topUpOpId : null;
}

/** Returns the money that is open until the server settles it; null when it refers to another operation. */
export function exposureOf(envelope: Said): Money | null {
  return aboutWhich(envelope) === null ? moneyOf(envelope) : null;
}

/** Returns the party that placed a purchase, its stall or the holder of the link; null for another operation. */
export function placedBy({ payload }: Said): 'stall' | 'holder' | null {
  return 'by' in payload ? payload.by : null;
}

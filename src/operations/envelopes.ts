import * as z from 'zod/mini';
import { noticeField } from '#src/contract/accounts/notice.ts';
import { voucherIdField } from '#src/contract/fields.ts';
import { purchaseLinesField } from '#src/contract/purchases/purchase-line.ts';
import { topUpVoidReasonSchema } from '#src/contract/topups/top-up-void.ts';
import { envelopeFrame } from '#src/protocol/envelope.ts';
import { opIdField, amountField, balanceField, idField } from '#src/protocol/fields.ts';

/** A purchase by a holder of the link or a stall, without names. */
const purchasePayload = z.strictObject({
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
  /** Placed by the stall that scanned, or by the holder of the link without a session. */
  by: z.enum(['stall', 'holder']),
  /** Products sold, as the stall noted them. */
  lines: z.optional(purchaseLinesField),
});
const topUpPayload = z.strictObject({
  monto: amountField,
  uuid: voucherIdField,
  clientId: idField,
});
/** A customer registered offline. The name travels beside the envelope, never in it. */
const customerPayload = z.strictObject({
  clientId: idField,
  /** canonicalHash of the registration, so that the data sent beside the envelope cannot be replaced. */
  dataHash: z.string(),
  /**
   * Version of the notice to which they consented, at that time and with this operator; absent for "sin
   * constancia".
   */
  notice: z.optional(noticeField),
});
/**
 * The stall handed over the goods without an answer, within the rules as the device knew them. Without this
 * entry, a purchase that the server refuses was simply not made. With it, the sale happened and is settled.
 */
const acceptancePayload = z.strictObject({
  purchaseOpId: opIdField,
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
  /** Version of the market's limits that the device used. */
  limitsVersion: z.int(),
  /** Server clock of the balance list in use, ms since 1970; 0 for none. */
  snapshotAsOf: z.int(),
  /** Last known balance of this voucher; null when only its proof is known. */
  knownBalance: z.nullable(balanceField),
  /** Earlier open purchases of this voucher on this device, smallest unit shown. */
  spentHere: balanceField,
  /** Earlier open accepted sales of the device, smallest unit shown. */
  deviceOpen: balanceField,
  /** The scanned proof, "v1.…" or "v2.…"; empty without one. */
  proof: z.string().check(z.maxLength(200)),
});

/**
 * Nothing was handed over, by the rules' or the person's decision. A purchase that the server has not
 * recorded is never made. One that it has, without this device's knowledge, is voided.
 */
const withdrawalPayload = z.strictObject({
  purchaseOpId: opIdField,
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
});

/**
 * The cash of a top-up was returned to its customer, without an answer or after the server voided it under
 * this same operation. It counts at most once, whatever the top-up's state.
 */
const topUpVoidPayload = z.strictObject({
  topUpOpId: opIdField,
  monto: amountField,
  uuid: voucherIdField,
  clientId: idField,
  reason: topUpVoidReasonSchema,
});

/**
 * An operation as recorded by a device, never changed once written. An enrolled device signs `hash` after the
 * transaction that wrote the envelope; the signature travels beside it (contract/sync/schemas.ts). One with an unknown
 * field is unreadable: without the field its hash would be another.
 */
export const envelopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...envelopeFrame, kind: z.literal('purchase'), payload: purchasePayload }),
  z.strictObject({ ...envelopeFrame, kind: z.literal('top-up'), payload: topUpPayload }),
  z.strictObject({ ...envelopeFrame, kind: z.literal('customer'), payload: customerPayload }),
  z.strictObject({ ...envelopeFrame, kind: z.literal('acceptance'), payload: acceptancePayload }),
  z.strictObject({ ...envelopeFrame, kind: z.literal('withdrawal'), payload: withdrawalPayload }),
  z.strictObject({ ...envelopeFrame, kind: z.literal('top-up-void'), payload: topUpVoidPayload }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;
type Unhashed<Kind> = Kind extends Envelope ? Omit<Kind, 'hash'> : never;
/** An envelope before its hash is known. */
export type UnhashedEnvelope = Unhashed<Envelope>;
const kinds: Record<Envelope['kind'], true> = {
  purchase: true,
  'top-up': true,
  customer: true,
  acceptance: true,
  withdrawal: true,
  'top-up-void': true,
};
export const envelopeKinds = Object.keys(kinds) as Envelope['kind'][];
export type PurchasePayload = z.infer<typeof purchasePayload>;
export type TopUpPayload = z.infer<typeof topUpPayload>;
export type CustomerPayload = z.infer<typeof customerPayload>;
export type AcceptancePayload = z.infer<typeof acceptancePayload>;
export type WithdrawalPayload = z.infer<typeof withdrawalPayload>;
export type TopUpVoidPayload = z.infer<typeof topUpVoidPayload>;

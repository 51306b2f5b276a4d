import * as z from 'zod/mini';
import { noticeField } from '#src/contract/accounts/notice.ts';
import type { OpId } from '#src/contract/brands.ts';
import { handOverCommandSchema } from '#src/contract/cash/till-hand-over.ts';
import { deviceInstantField, deviceTextField, opIdField } from '#src/contract/devices/device-fields.ts';
import { amountField, balanceField, idField, voucherIdField } from '#src/contract/fields.ts';
import { maxLength, maxShares } from '#src/contract/limits.ts';
import { typedMarketCodeField } from '#src/contract/markets/market-code.ts';
import { saleLinesField } from '#src/contract/purchases/sale-line.ts';
import { topUpVoidReasonSchema } from '#src/contract/topups/top-up-void.ts';

/** A share of a sale that several codes pay: a purchase of its own, under its own id. */
const saleShare = z.object({
  opId: opIdField,
  userId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
});
export type SaleShare = z.infer<typeof saleShare>;
/** All shares of a sale, in the order their codes were read; no code pays twice. */
export const saleSharesField = z.array(saleShare).check(
  z.minLength(2),
  z.maxLength(maxShares),
  z.refine((shares) => isDistinct(shares.map(({ opId }) => opId))),
  z.refine((shares) => isDistinct(shares.map(({ codeQrUuid }) => codeQrUuid))),
);

function isDistinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

/** What a holder of the link or a stall buys; names are no part of it. */
const purchasePayload = z.object({
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
  /** who places it: the stall that scanned, or the holder of the link without a session */
  by: z.enum(['stall', 'holder']),
  /** the sale that this is a share of; each share names them all, so that none is paid without the others */
  shares: z.optional(saleSharesField),
  /** what was sold, of all shares with the first of them */
  lines: z.optional(saleLinesField),
});
const topUpPayload = z.object({
  monto: amountField,
  uuid: voucherIdField,
  clientId: idField,
  /** a code of the market for one top-up of a point whose till is full */
  marketCode: z.optional(typedMarketCodeField),
});
/** A customer registered without a link. The name travels beside the envelope, never in it. */
const customerPayload = z.object({
  clientId: idField,
  /** canonicalHash of the registration, so that the data sent beside the envelope cannot be exchanged */
  dataHash: z.string(),
  /** the version of the notice they said yes to, then and to this operator; absent: "sin constancia" */
  notice: z.optional(noticeField),
});
/**
 * The stall handed the goods over without an answer, within the rules as the device knew them. Without this a purchase
 * that the server refuses was simply not made; with it, it happened and is settled.
 */
const acceptancePayload = z.object({
  purchaseOpId: opIdField,
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
  /** version of the market's limits that the device used */
  limitsVersion: z.int(),
  /** server's clock at the balance list in use, ms since 1970; 0: none */
  snapshotAsOf: z.int(),
  /** balance last known for this voucher; null when known by its proof alone */
  knownBalance: z.nullable(balanceField),
  /** open purchases of this voucher on this device before this one, smallest unit shown */
  spentHere: balanceField,
  /** open accepted sales of the device before this one, smallest unit shown */
  deviceOpen: balanceField,
  /** the voucher's proof as scanned, "v1.…" or "v2.…"; empty when it had none */
  proof: z.string().check(z.maxLength(200)),
});

/**
 * Nothing was handed over: the rules refused, or the person did. If the server has not recorded the purchase, it never
 * will; if it has, without this device knowing, the purchase is voided.
 */
const withdrawalPayload = z.object({
  purchaseOpId: opIdField,
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
});

/**
 * The cash of a top-up went back to its customer: without an answer, or the server has undone it under this same
 * operation. It is counted once or not at all, whatever has become of the top-up.
 */
const topUpVoidPayload = z.object({
  topUpOpId: opIdField,
  monto: amountField,
  uuid: voucherIdField,
  clientId: idField,
  reason: topUpVoidReasonSchema,
});

/**
 * A stall gave a sale back over its screen, and the server has voided it under this same operation. The journal keeps it
 * for a server that is restored to a copy of before. The words are those of the call.
 */
export const voidPayload = z.object({
  /** the purchase, or the shares of a sale of several codes, in the order they were paid; as the server named them */
  purchaseOpIds: z.array(opIdField).check(
    z.minLength(1),
    z.maxLength(maxShares),
    z.refine((ids) => isDistinct(ids)),
  ),
  codeCompra: deviceTextField(20),
  /** what was given back; absent: all that stood */
  monto: z.optional(amountField),
  reason: deviceTextField(maxLength.reason),
});

/** Its point hands cash over to the market. It is on its way until another person receives it. */
const handOverPayload = handOverCommandSchema;

const common = {
  v: z.literal(1),
  /** the operation's id, and its Idempotency-Key for ever */
  opId: opIdField,
  deviceId: idField,
  /** 1, 2, 3 ... per device without gaps: the order of events, whatever the clock says */
  seq: z.int().check(z.gte(1)),
  /** person signed in on the device, empty for a holder */
  operatorId: z.string(),
  /** the device's clock, ISO 8601 UTC */
  occurredAt: deviceInstantField,
  /** server clock minus device clock at the last contact, ms; 0 before the first */
  clockOffset: z.int(),
  /** the operation that must be accepted first: a purchase waits for its top-up */
  after: z.optional(opIdField),
  /** hash of the device's operation before this one, empty for the first */
  prevHash: z.string(),
  /** SHA-256 over all other fields, see src/domain/device/canonical-hash.ts */
  hash: z.string(),
};

/** Version 2 is a share of a sale, or says what was sold; who knows version 1 alone leaves it to one that knows more. */
const purchaseEnvelope = z
  .object({ ...common, v: z.literal([1, 2]), kind: z.literal('purchase'), payload: purchasePayload })
  .check(
    z.refine(({ v, payload }) => (v === 2) === (payload.shares !== undefined || payload.lines !== undefined)),
    z.refine(({ opId, payload }) => payload.shares === undefined || isShare(opId, payload)),
  );

/** A stall's, and named among the shares as it stands here. */
function isShare(opId: OpId, { by, userId, codeQrUuid, price, shares = [] }: PurchasePayload): boolean {
  const own = shares.find((share) => share.opId === opId);
  return by === 'stall' && own?.userId === userId && own.codeQrUuid === codeQrUuid && own.price === price;
}

/**
 * An operation as a device records it: never changed once written. An enrolled device signs `hash` after the
 * transaction that wrote the envelope; the signature travels beside it (contract/sync.ts).
 */
export const envelopeSchema = z.discriminatedUnion('kind', [
  purchaseEnvelope,
  z.object({ ...common, kind: z.literal('top-up'), payload: topUpPayload }),
  z.object({ ...common, kind: z.literal('customer'), payload: customerPayload }),
  z.object({ ...common, kind: z.literal('acceptance'), payload: acceptancePayload }),
  z.object({ ...common, kind: z.literal('withdrawal'), payload: withdrawalPayload }),
  z.object({ ...common, kind: z.literal('top-up-void'), payload: topUpVoidPayload }),
  z.object({ ...common, kind: z.literal('void'), payload: voidPayload }),
  z.object({ ...common, kind: z.literal('till-hand-over'), payload: handOverPayload }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;
const kinds: Record<Envelope['kind'], true> = {
  purchase: true,
  'top-up': true,
  customer: true,
  acceptance: true,
  withdrawal: true,
  'top-up-void': true,
  void: true,
  'till-hand-over': true,
};
export const envelopeKinds = Object.keys(kinds) as Envelope['kind'][];
export type PurchasePayload = z.infer<typeof purchasePayload>;
export type TopUpPayload = z.infer<typeof topUpPayload>;
export type CustomerPayload = z.infer<typeof customerPayload>;
export type AcceptancePayload = z.infer<typeof acceptancePayload>;
export type WithdrawalPayload = z.infer<typeof withdrawalPayload>;
export type TopUpVoidPayload = z.infer<typeof topUpVoidPayload>;
export type VoidPayload = z.infer<typeof voidPayload>;
export type HandOverPayload = z.infer<typeof handOverPayload>;

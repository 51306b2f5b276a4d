import * as z from 'zod/mini';
import {
  amountField,
  anyAmountField,
  anyOpIdField,
  anyVoucherIdField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  voucherIdField,
} from '#src/contract/fields.ts';
import { typedMarketCodeField } from '#src/contract/markets/market-code.ts';
import { askedInstantField } from '#src/contract/period-fields.ts';
import { voucherStateSchema } from '#src/contract/vouchers/schemas.ts';

/** recarga: cash against a voucher. `uuid` is the voucher's id, made by the client; `clientId` its owner. */
export const topUpCommandSchema = z.object({
  monto: amountField,
  uuid: voucherIdField,
  clientId: idField,
  /** a code of the market for one top-up of a point whose till is full; no part of what identifies the operation */
  marketCode: z.optional(typedMarketCodeField),
});
export type TopUpCommand = z.infer<typeof topUpCommandSchema>;

/** What the receipt of every voucher says: the specification's sentence. */
export const voucherCreated = 'Código creado correctamente';

export const topUpReceiptSchema = z.object({
  _id: z.string(),
  identification: z.string(),
  ownerName: z.string(),
  /** true = Vigente */
  status: z.boolean(),
  createAt: instantField,
  urlCodeQr: z.string(),
  message: z.string(),
  monto: anyAmountField,
  uuid: anyVoucherIdField,
  /** from this moment on it pays no more; left out: it does not end */
  expiresAt: z.optional(instantField),
  opId: z.optional(anyOpIdField),
});
export type TopUpReceipt = z.infer<typeof topUpReceiptSchema>;

/** One line of the list of top-ups: with what became of the voucher, and without its id and its link, which are money. */
export const topUpRowSchema = z.extend(
  z.omit(topUpReceiptSchema, { opId: true, message: true, urlCodeQr: true, uuid: true }),
  {
    clientId: z.string(),
    /** what remains */
    saldo: anyAmountField,
    state: voucherStateSchema,
    shortCode: z.string(),
    topUpPointId: z.string(),
    topUpPointName: z.string(),
  },
);
export const topUpPageSchema = pageOf(topUpRowSchema);
export type TopUpPage = z.infer<typeof topUpPageSchema>;
export const topUpListQuerySchema = z.object({
  ...pageQuery,
  /** a period: `from` included, `to` not */
  from: z.optional(askedInstantField),
  to: z.optional(askedInstantField),
  topUpPointId: z.optional(idField),
  state: z.optional(voucherStateSchema),
});
export type TopUpListQuery = z.infer<typeof topUpListQuerySchema>;

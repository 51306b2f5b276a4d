import * as z from 'zod/mini';
import {
  anyAmountField,
  idField,
  identificacionField,
  instantField,
  textField,
  voucherIdField,
} from '#src/contract/fields.ts';
import { maxJoined, maxLength } from '#src/contract/limits.ts';
import { typedMarketCodeField } from '#src/contract/markets/market-code.ts';

/**
 * bloquear o desbloquear un código QR. Staff name a voucher by `id`, the movement that issued it: its own id opens it, and
 * is known to who brought it.
 */
export const voucherBlockCommandSchema = z.object({
  id: idField,
  reason: textField(maxLength.reason),
});
export type VoucherBlockCommand = z.infer<typeof voucherBlockCommandSchema>;

/** the voucher as it is now, blocked or not */
export const voucherBlockedSchema = z.object({
  /** the movement that issued it */
  _id: z.string(),
  /** its balance, smallest unit shown */
  monto: anyAmountField,
  createAt: instantField,
});
export type VoucherBlocked = z.infer<typeof voucherBlockedSchema>;

/**
 * reponer: blocks the voucher that movement `id` issued and moves what is left to the new voucher `newUuid`, made by the
 * client. `identificacion` is what the operator read on the customer's document; it must be the owner's.
 */
export const voucherReissueCommandSchema = z.object({
  id: idField,
  newUuid: voucherIdField,
  identificacion: identificacionField,
  /** the market's permission to do it at once; a till needs it, or waits after the block */
  marketCode: z.optional(typedMarketCodeField),
});
export type VoucherReissueCommand = z.infer<typeof voucherReissueCommandSchema>;

/**
 * juntar: several active codes of one customer become the new voucher `newUuid`, made by the client, with the sum of them. `papers` were
 * read at the point; `ids` are named from a list, by the movement that issued them: for a till that takes a code of the market.
 */
export const voucherJoinCommandSchema = z.object({
  papers: z.optional(z.array(voucherIdField).check(z.minLength(1), z.maxLength(maxJoined))),
  ids: z.optional(z.array(idField).check(z.minLength(1), z.maxLength(maxJoined))),
  newUuid: voucherIdField,
  identificacion: identificacionField,
  marketCode: z.optional(typedMarketCodeField),
});
export type VoucherJoinCommand = z.infer<typeof voucherJoinCommandSchema>;

/** vencer: what is left on a voucher past its date becomes the market's */
export const voucherExpiryCommandSchema = z.object({ id: idField });
export type VoucherExpiryCommand = z.infer<typeof voucherExpiryCommandSchema>;
export const voucherExpiryReceiptSchema = z.object({
  /** the movement that issued it */
  _id: z.string(),
  shortCode: z.string(),
  /** its balance before, smallest unit shown */
  monto: anyAmountField,
  createAt: instantField,
});
export type VoucherExpiryReceipt = z.infer<typeof voucherExpiryReceiptSchema>;

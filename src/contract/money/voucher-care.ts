import * as z from 'zod/mini';
import { idField, identificacionField, instantField, textField } from '../fields.ts';
import { maxLength } from '../limits.ts';

/** bloquear o desbloquear un código QR: `uuid` is the voucher's id */
export const voucherBlockCommandSchema = z.object({ uuid: idField, reason: textField(maxLength.reason) });
export type VoucherBlockCommand = z.infer<typeof voucherBlockCommandSchema>;

/** the voucher as it is now, blocked or not */
export const voucherBlockedSchema = z.object({
  uuid: z.string(),
  /** its balance, smallest unit shown */
  monto: z.int(),
  createAt: instantField,
});
export type VoucherBlocked = z.infer<typeof voucherBlockedSchema>;

/**
 * reponer: blocks `uuid` and moves what is left to the new voucher `newUuid`, made by the client. `identificacion` is
 * what the operator read on the customer's document; it must be the owner's.
 */
export const voucherReissueCommandSchema = z.object({
  uuid: idField,
  newUuid: idField,
  identificacion: identificacionField,
});
export type VoucherReissueCommand = z.infer<typeof voucherReissueCommandSchema>;

/** vencer: what is left on a voucher past its date becomes the market's */
export const voucherExpiryCommandSchema = z.object({ uuid: idField });
export const voucherExpiryReceiptSchema = z.object({
  uuid: z.string(),
  /** its balance before, smallest unit shown */
  monto: z.int(),
  createAt: instantField,
});
export type VoucherExpiryReceipt = z.infer<typeof voucherExpiryReceiptSchema>;

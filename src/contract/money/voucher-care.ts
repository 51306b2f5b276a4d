import * as z from 'zod/mini';
import {
  anyAmountField,
  anyVoucherIdField,
  identificacionField,
  instantField,
  textField,
  voucherIdField,
} from '../fields.ts';
import { maxLength } from '../limits.ts';

/** bloquear o desbloquear un código QR: `uuid` is the voucher's id */
export const voucherBlockCommandSchema = z.object({
  uuid: voucherIdField,
  reason: textField(maxLength.reason),
});
export type VoucherBlockCommand = z.infer<typeof voucherBlockCommandSchema>;

/** the voucher as it is now, blocked or not */
export const voucherBlockedSchema = z.object({
  uuid: anyVoucherIdField,
  /** its balance, smallest unit shown */
  monto: anyAmountField,
  createAt: instantField,
});
export type VoucherBlocked = z.infer<typeof voucherBlockedSchema>;

/**
 * reponer: blocks `uuid` and moves what is left to the new voucher `newUuid`, made by the client. `identificacion` is
 * what the operator read on the customer's document; it must be the owner's.
 */
export const voucherReissueCommandSchema = z.object({
  uuid: voucherIdField,
  newUuid: voucherIdField,
  identificacion: identificacionField,
});
export type VoucherReissueCommand = z.infer<typeof voucherReissueCommandSchema>;

/** vencer: what is left on a voucher past its date becomes the market's */
export const voucherExpiryCommandSchema = z.object({ uuid: voucherIdField });
export const voucherExpiryReceiptSchema = z.object({
  uuid: anyVoucherIdField,
  /** its balance before, smallest unit shown */
  monto: anyAmountField,
  createAt: instantField,
});
export type VoucherExpiryReceipt = z.infer<typeof voucherExpiryReceiptSchema>;

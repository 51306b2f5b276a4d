import * as z from 'zod/mini';
import { opIdField } from '#src/contract/devices/device-fields.ts';
import { amountField, anyAmountField, idField, voucherIdField } from '#src/contract/fields.ts';

/** Four digits. They travel in these two calls alone: no envelope, receipt, list or log holds them. */
const voucherPinField = z.string().check(z.regex(/^\d{4}$/));

/** escoger la clave: by the till that has just issued the voucher, while its customer is there */
export const voucherPinCommandSchema = z.object({ codeQrUuid: voucherIdField, pin: voucherPinField });
export type VoucherPinCommand = z.infer<typeof voucherPinCommandSchema>;
/** `free`: what the voucher gives without its PIN, smallest unit shown */
export const voucherPinSchema = z.object({ free: anyAmountField });
export type VoucherPin = z.infer<typeof voucherPinSchema>;

/**
 * dar la clave: for one sale, which is sent afterwards under `opId` as any other. Its price, stall and voucher have to be these; it may come
 * by any way, now or within a quarter of an hour.
 */
export const givenPinCommandSchema = z.object({
  codeQrUuid: voucherIdField,
  pin: voucherPinField,
  opId: opIdField,
  estanteId: idField,
  price: amountField,
});
export type GivenPinCommand = z.infer<typeof givenPinCommandSchema>;

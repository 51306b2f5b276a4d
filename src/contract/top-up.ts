import * as z from 'zod/mini';
import { amountField, idField, instantField, pageOf, pageQuery } from './fields.ts';

/** recarga: cash against a voucher. `uuid` is the voucher's id, made by the client; `clientId` its owner. */
export const topUpCommandSchema = z.object({ monto: amountField, uuid: idField, clientId: idField });
export type TopUpCommand = z.infer<typeof topUpCommandSchema>;

export const topUpReceiptSchema = z.object({
  _id: z.string(),
  identification: z.string(),
  ownerName: z.string(),
  /** true = Vigente */
  status: z.boolean(),
  createAt: instantField,
  urlCodeQr: z.string(),
  message: z.string(),
  monto: z.int(),
  uuid: z.string(),
  opId: z.optional(z.string()),
});
export type TopUpReceipt = z.infer<typeof topUpReceiptSchema>;
export const topUpPageSchema = pageOf(topUpReceiptSchema);
export const topUpListQuerySchema = z.object(pageQuery);

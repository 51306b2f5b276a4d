import * as z from 'zod/mini';
import { instantField, textField } from '../fields.ts';
import { maxLength } from '../limits.ts';

/** anular una compra: by its stall the same day, by its market any day */
export const purchaseVoidCommandSchema = z.object({
  codeCompra: textField(20),
  reason: textField(maxLength.reason),
});
export type PurchaseVoidCommand = z.infer<typeof purchaseVoidCommandSchema>;

export const purchaseVoidReceiptSchema = z.object({
  codeCompra: z.string(),
  /** balance of the voucher after the void, smallest unit shown */
  nuevoSaldo: z.int(),
  price: z.int(),
  /** points that were taken back */
  points: z.int(),
  estanteName: z.string(),
  userName: z.string(),
  createAt: instantField,
});
export type PurchaseVoidReceipt = z.infer<typeof purchaseVoidReceiptSchema>;

import * as z from 'zod/mini';
import {
  anyAmountField,
  anyOpIdField,
  anyPointsField,
  anyVoucherIdField,
  balanceField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  voucherIdField,
} from '../fields.ts';
import { maxAmount, maxLength } from '../limits.ts';
import { conflictReasonSchema } from '../devices/settlement.ts';

/** compra: names travel with the call (specification) and are never trusted. `price` 0 is refused by its own code. */
export const purchaseCommandSchema = z.object({
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  estanteName: z.optional(z.string().check(z.maxLength(maxLength.estanteName * 4))),
  price: z.int().check(z.gte(0), z.lte(maxAmount)).brand<'Amount', 'inout'>(),
  userName: z.optional(z.string().check(z.maxLength(maxLength.ownerName * 4))),
});
export type PurchaseCommand = z.infer<typeof purchaseCommandSchema>;

export const purchaseReceiptSchema = z.object({
  /** what people call the purchase by, "C-7K4M2QXD" */
  codeCompra: z.string(),
  /** what remains on this voucher */
  nuevoSaldo: anyAmountField,
  price: anyAmountField,
  estanteName: z.string(),
  userName: z.string(),
  codeQrUuid: anyVoucherIdField,
  points: anyPointsField,
  createAt: instantField,
  /** of a sale that was handed over without a link: what the voucher did not cover, and why; the stall was paid in full */
  missing: z.optional(balanceField),
  reason: z.optional(conflictReasonSchema),
  opId: z.optional(anyOpIdField),
});
export type PurchaseReceipt = z.infer<typeof purchaseReceiptSchema>;

/** One line of a history: the receipt, and the market of the stall. */
export const purchaseRowSchema = z.extend(z.omit(purchaseReceiptSchema, { opId: true, nuevoSaldo: true }), {
  estanteId: z.string(),
  marketName: z.string(),
  /** anulada: since when, and why */
  voided: z.optional(z.object({ createAt: instantField, reason: z.string() })),
});
export type PurchaseRow = z.infer<typeof purchaseRowSchema>;
export const purchasePageSchema = pageOf(purchaseRowSchema);
export type PurchasePage = z.infer<typeof purchasePageSchema>;

export const customerHistoryQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  clientId: z.optional(idField),
  codeQrUuid: z.optional(voucherIdField),
});

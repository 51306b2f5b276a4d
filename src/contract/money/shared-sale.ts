import * as z from 'zod/mini';
import { amountField, anyAmountField, idField, instantField, voucherIdField } from '../fields.ts';
import { maxShares } from '../limits.ts';
import { purchaseReceiptSchema } from './purchase.ts';

const share = z.object({ userId: idField, codeQrUuid: voucherIdField, price: amountField });

/** una compra con varios códigos: a stall's own sale, each share of one voucher. `price` is the sum of its shares. */
export const sharedSaleCommandSchema = z
  .object({
    estanteId: idField,
    price: amountField,
    shares: z.array(share).check(z.minLength(2), z.maxLength(maxShares)),
  })
  .check(
    z.refine(({ price, shares }) => shares.reduce((sum, one) => sum + one.price, 0) === price),
    z.refine(({ shares }) => new Set(shares.map((one) => one.codeQrUuid)).size === shares.length),
  );
export type SharedSaleCommand = z.infer<typeof sharedSaleCommandSchema>;

export const sharedSaleReceiptSchema = z.object({
  /** what people call the sale by; a share's is this and its number, "C-7K4M2QXD-1" */
  codeCompra: z.string(),
  price: anyAmountField,
  estanteName: z.string(),
  createAt: instantField,
  /** in the order they were asked for */
  shares: z.array(purchaseReceiptSchema),
});
export type SharedSaleReceipt = z.infer<typeof sharedSaleReceiptSchema>;

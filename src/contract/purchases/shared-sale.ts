import * as z from 'zod/mini';
import { idField } from '#src/contract/fields.ts';
import { saleSharesField } from '#src/contract/sync/envelope.ts';
import { saleLinesField } from './sale-line.ts';
import { purchaseReceiptSchema } from './schemas.ts';

/** una compra con varios códigos: a stall's own sale, with a share and an operation id for each voucher */
export const sharedSaleCommandSchema = z.object({
  estanteId: idField,
  shares: saleSharesField,
  /** Noted with the first share. */
  lines: z.optional(saleLinesField),
});
export type SharedSaleCommand = z.infer<typeof sharedSaleCommandSchema>;

/** In the order of the request, each with its `opId`. */
export const sharedSaleReceiptSchema = z.object({ shares: z.array(purchaseReceiptSchema) });
export type SharedSaleReceipt = z.infer<typeof sharedSaleReceiptSchema>;

import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { maxLength, maxPurchaseLines } from '#src/contract/limits.ts';
import { amountField } from '#src/protocol/fields.ts';

/** una libra, un kilo, un atado, una unidad: sales units of products */
export const productUnits = ['unidad', 'libra', 'kilo', 'atado'] as const;
export const productUnitSchema = z.enum(productUnits);
export type ProductUnit = z.infer<typeof productUnitSchema>;

/** lo que se vendió: noted beside the price, to which it need not add up */
export const purchaseLineSchema = z.object({
  name: textField(maxLength.productName),
  unit: productUnitSchema,
  /** Thousandths of the unit: 1500 is one and a half. */
  quantity: z.int().check(z.gte(1), z.lte(10_000_000)),
  amount: amountField,
});
export type PurchaseLine = z.infer<typeof purchaseLineSchema>;
export const purchaseLinesField = z
  .array(purchaseLineSchema)
  .check(z.minLength(1), z.maxLength(maxPurchaseLines));

/** A product's total in a period, as noted with sales that remain at least in part. */
export const soldProductSchema = z.object({
  name: z.string(),
  unit: productUnitSchema,
  quantity: z.int(),
  amount: z.int().brand<'Amount', 'inout'>(),
});
export type SoldProduct = z.infer<typeof soldProductSchema>;

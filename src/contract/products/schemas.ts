import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { productUnitSchema } from '#src/contract/purchases/purchase-line.ts';
import { amountField, idField, instantField } from '#src/protocol/fields.ts';

/** producto de un estante */
export const productCommandSchema = z.object({
  name: textField(maxLength.productName),
  price: amountField,
  shortDescription: textField(maxLength.shortDescription),
  typeProduct: textField(maxLength.productName),
  /** Unit of sale; absent: unchanged, or "unidad" for a new product. */
  unit: z.optional(productUnitSchema),
});
export type ProductCommand = z.infer<typeof productCommandSchema>;

/** The product with every field's new value. */
export const productEditSchema = z.extend(productCommandSchema, { id: idField });

export const productSchema = z.extend(productCommandSchema, {
  unit: z._default(productUnitSchema, 'unidad'),
  _id: z.string(),
  estanteId: z.string(),
  createAt: instantField,
});
export type Product = z.infer<typeof productSchema>;
export const productListSchema = z.array(productSchema);

/**
 * PRODUCT: `id` is a product's. PROVEEDOR: names the role that removes it. The specification allows both
 * readings.
 */
export const productTargetSchema = z.object({ id: idField, userType: z.enum(['PRODUCT', 'PROVEEDOR']) });

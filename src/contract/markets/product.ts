import * as z from 'zod/mini';
import { amountField, idField, instantField, textField } from '../fields.ts';
import { maxLength } from '../limits.ts';

/** producto de un estante */
export const productCommandSchema = z.object({
  name: textField(maxLength.productName),
  price: amountField,
  shortDescription: textField(maxLength.shortDescription),
  typeProduct: textField(maxLength.productName),
});
export type ProductCommand = z.infer<typeof productCommandSchema>;

/** The same product with every field as it is to be. */
export const productEditSchema = z.extend(productCommandSchema, { id: idField });
export type ProductEdit = z.infer<typeof productEditSchema>;

export const productSchema = z.extend(productCommandSchema, {
  _id: z.string(),
  estanteId: z.string(),
  createAt: instantField,
});
export type Product = z.infer<typeof productSchema>;
export const productListSchema = z.array(productSchema);

import * as z from 'zod/mini';
import { amountField, instantField, textField } from './fields.ts';
import { maxLength } from './limits.ts';

/** producto de un estante */
export const productCommandSchema = z.object({
  name: textField(maxLength.productName),
  price: amountField,
  shortDescription: textField(maxLength.shortDescription),
  typeProduct: textField(maxLength.productName),
});
export type ProductCommand = z.infer<typeof productCommandSchema>;

export const productSchema = z.extend(productCommandSchema, { _id: z.string(), createAt: instantField });
export type Product = z.infer<typeof productSchema>;
export const productListSchema = z.array(productSchema);

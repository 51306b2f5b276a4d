import * as z from 'zod/mini';
import { amountField, instantField, pageOf, pageQuery, textField } from './fields.ts';
import { maxLength } from './limits.ts';
import { userSchema } from './user.ts';

/** producto de un proveedor; the wire's names are the specification's */
export const supplierProductCommandSchema = z.object({
  nombre: textField(maxLength.productName),
  precio: amountField,
  description: textField(maxLength.shortDescription),
  productType: textField(maxLength.productName),
});
export type SupplierProductCommand = z.infer<typeof supplierProductCommandSchema>;

export const supplierProductSchema = z.extend(supplierProductCommandSchema, {
  _id: z.string(),
  proveedorId: z.string(),
  proveedorName: z.string(),
  createAt: instantField,
});
export type SupplierProduct = z.infer<typeof supplierProductSchema>;

/** The catalogue of all suppliers. */
export const supplierProductPageSchema = pageOf(supplierProductSchema);
export const supplierProductQuerySchema = z.object(pageQuery);

export const supplierListSchema = z.array(userSchema);
/** proveedor, with what it offers */
export const supplierDetailSchema = z.extend(userSchema, { products: z.array(supplierProductSchema) });
export type SupplierDetail = z.infer<typeof supplierDetailSchema>;

import * as z from 'zod/mini';
import { userSchema } from '#src/contract/accounts/schemas.ts';
import { pageOf, pageQuery, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { amountField, idField, instantField } from '#src/protocol/fields.ts';

/** producto de un proveedor; the wire's names are the specification's */
export const supplierProductCommandSchema = z.object({
  nombre: textField(maxLength.productName),
  precio: amountField,
  description: textField(maxLength.shortDescription),
  productType: textField(maxLength.productName),
});
export type SupplierProductCommand = z.infer<typeof supplierProductCommandSchema>;

/** The product with every field's new value. */
export const supplierProductEditSchema = z.extend(supplierProductCommandSchema, { id: idField });

export const supplierProductSchema = z.extend(supplierProductCommandSchema, {
  _id: z.string(),
  proveedorId: z.string(),
  proveedorName: z.string(),
  createAt: instantField,
});
export type SupplierProduct = z.infer<typeof supplierProductSchema>;

/** The catalogue of all suppliers. */
export const supplierProductPageSchema = pageOf(supplierProductSchema);
export type SupplierProductPage = z.infer<typeof supplierProductPageSchema>;
export const supplierProductQuerySchema = z.object({
  ...pageQuery,
  proveedorId: z.optional(idField),
  sort: z.optional(z.enum(['recent', 'name', 'price'])),
});
export type SupplierProductQuery = z.infer<typeof supplierProductQuerySchema>;

export const supplierListSchema = z.array(userSchema);
/** proveedor, with its products */
export const supplierDetailSchema = z.extend(userSchema, { products: z.array(supplierProductSchema) });
export type SupplierDetail = z.infer<typeof supplierDetailSchema>;

import * as z from 'zod/mini';
import { amountField, idField, instantField, textField, pageOf, pageQuery } from '../fields.ts';
import { maxLength } from '../limits.ts';
import { productUnitSchema } from '../money/sale-line.ts';
import { userSchema } from '../accounts/user.ts';

/** producto de un estante */
export const productCommandSchema = z.object({
  name: textField(maxLength.productName),
  price: amountField,
  shortDescription: textField(maxLength.shortDescription),
  typeProduct: textField(maxLength.productName),
  /** what it is sold by; left out: as it was, and "unidad" of a new one */
  unit: z.optional(productUnitSchema),
});
export type ProductCommand = z.infer<typeof productCommandSchema>;

/** The same product with every field as it is to be. */
export const productEditSchema = z.extend(productCommandSchema, { id: idField });
export type ProductEdit = z.infer<typeof productEditSchema>;

export const productSchema = z.extend(productCommandSchema, {
  unit: z._default(productUnitSchema, 'unidad'),
  _id: z.string(),
  estanteId: z.string(),
  createAt: instantField,
});
export type Product = z.infer<typeof productSchema>;
export const productListSchema = z.array(productSchema);

/** producto de un proveedor; the wire's names are the specification's */
export const supplierProductCommandSchema = z.object({
  nombre: textField(maxLength.productName),
  precio: amountField,
  description: textField(maxLength.shortDescription),
  productType: textField(maxLength.productName),
});
export type SupplierProductCommand = z.infer<typeof supplierProductCommandSchema>;

/** The same product with every field as it is to be. */
export const supplierProductEditSchema = z.extend(supplierProductCommandSchema, { id: idField });
export type SupplierProductEdit = z.infer<typeof supplierProductEditSchema>;

/** `id` is a product's, which PRODUCT says; PROVEEDOR says who takes it away. The specification allows both readings. */
export const productTargetSchema = z.object({ id: idField, userType: z.enum(['PRODUCT', 'PROVEEDOR']) });

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
/** proveedor, with what it offers */
export const supplierDetailSchema = z.extend(userSchema, { products: z.array(supplierProductSchema) });
export type SupplierDetail = z.infer<typeof supplierDetailSchema>;

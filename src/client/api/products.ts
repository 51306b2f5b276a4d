import {
  productListSchema,
  productSchema,
  type Product,
  type ProductCommand,
  type ProductEdit,
} from '#src/contract/product.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Of a stall that sells; public. */
export function listProducts(stallId: string): Promise<Outcome<Product[]>> {
  const path = `/products/${encodeURIComponent(stallId)}`;
  return call({ method: 'GET', path, answer: productListSchema, signedIn: false });
}

export function createProduct(
  opId: string,
  stallId: string,
  body: ProductCommand,
): Promise<Outcome<Product>> {
  const path = `/products/create/${encodeURIComponent(stallId)}`;
  return call({ method: 'POST', path, body, answer: productSchema, signedIn: true, idempotencyKey: opId });
}

export function editProduct(body: ProductEdit): Promise<Outcome<Product>> {
  return call({ method: 'POST', path: '/products/edit', body, answer: productSchema, signedIn: true });
}

export function removeProduct(id: string): Promise<Outcome<Product>> {
  const path = `/products/delete/${encodeURIComponent(id)}`;
  return call({ method: 'DELETE', path, answer: productSchema, signedIn: true });
}

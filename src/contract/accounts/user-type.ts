import * as z from 'zod/mini';

/**
 * userType of the specification. PRODUCT is never an account; it marks a product in {id, userType} payloads.
 */
export const userTypes = [
  'USUARIO',
  'ESTANTE',
  'RECARGA',
  'ADMIN',
  'GLOBAL_MARKET',
  'PRODUCT',
  'PROVEEDOR',
] as const;
export const userTypeSchema = z.enum(userTypes);
export type UserType = z.infer<typeof userTypeSchema>;

/** Types that may sign in. */
export const signInTypes = ['ESTANTE', 'RECARGA', 'ADMIN', 'GLOBAL_MARKET', 'PROVEEDOR'] as const;
export const signInTypeSchema = z.enum(signInTypes);
export type SignInType = z.infer<typeof signInTypeSchema>;

export const accountStatuses = ['PENDIENTE', 'APROBADO', 'RECHAZADO'] as const;
export const accountStatusSchema = z.enum(accountStatuses);
export type AccountStatus = z.infer<typeof accountStatusSchema>;

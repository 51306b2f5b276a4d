import type { UserType } from '#src/contract/user-type.ts';

export const userTypeTexts: Record<UserType, string> = {
  USUARIO: 'Usuario',
  ESTANTE: 'Estante',
  RECARGA: 'Punto Recarga',
  ADMIN: 'Administrador',
  GLOBAL_MARKET: 'Mercado Global',
  PRODUCT: 'Producto',
  PROVEEDOR: 'Proveedor',
};

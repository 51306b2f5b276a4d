import type { UserType } from '#src/contract/user-type.ts';

export const dashboardTexts = {
  navigation: 'Secciones',
  home: 'Inicio',
  markets: 'Mercados',
  ownMarket: 'Su mercado',
  stalls: 'Estantes',
  topUpPoints: 'Puntos de recarga',
  suppliers: 'Proveedores',
  products: 'Productos',
  createProduct: 'Crear producto',
  ownProducts: 'Sus productos',
  createTopUp: 'Generar recarga',
  scan: 'Escanear',
  outbox: 'Pendientes',
  devices: 'Dispositivos',
  ownDevice: 'Dispositivo',
  more: 'Más',
  account: 'Su cuenta',
  signOut: 'Salir',
  light: 'Pantalla clara',
  dark: 'Pantalla oscura',
  marketCode: (code: string) => `Mercado global · código ${code}`,
  roleAt: (role: string, marketName: string) => `${role} · ${marketName}`,
  skip: 'Ir al contenido',
} as const;

export const roleTexts: Record<UserType, string> = {
  USUARIO: 'Usuario',
  ESTANTE: 'Estante',
  RECARGA: 'Punto de recarga',
  ADMIN: 'Administrador',
  GLOBAL_MARKET: 'Mercado global',
  PRODUCT: 'Producto',
  PROVEEDOR: 'Proveedor',
};

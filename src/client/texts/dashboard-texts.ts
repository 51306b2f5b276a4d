import type { UserType } from '#src/contract/accounts/user-type.ts';

export const dashboardTexts = {
  navigation: 'Secciones',
  tabs: 'Partes de esta página',
  home: 'Inicio',
  markets: 'Mercados',
  ownMarket: 'Su mercado',
  stalls: 'Estantes',
  places: 'Estantes y puntos',
  topUpPoints: 'Puntos de recarga',
  suppliers: 'Proveedores',
  products: 'Productos',
  createProduct: 'Crear producto',
  ownProducts: 'Sus productos',
  reports: 'Reportes',
  report: 'Reporte',
  settings: 'Ajustes',
  audit: 'Quién hizo qué',
  help: 'Ayuda',
  createTopUp: 'Generar recarga',
  topUp: 'Recarga',
  customers: 'Clientes',
  rewards: 'Premios',
  sales: 'Ventas',
  ownPurchases: 'Mis ventas',
  cash: 'Caja',
  owedToMe: 'Lo que me deben',
  scan: 'Escanear',
  outbox: 'Pendientes',
  devices: 'Dispositivos',
  device: 'Dispositivo',
  deviceAndSettings: 'Dispositivo y ajustes',
  more: 'Más',
  account: 'Su cuenta',
  signOut: 'Salir',
  install: 'Instalar la aplicación',
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

const pending = (count: number): string => (count === 1 ? 'pendiente' : 'pendientes');

export const chipTexts = {
  online: 'En línea',
  offline: 'Sin conexión',
  offlineWith: (count: number) => `Sin conexión · ${count}`,
  open: (count: number) => `${count} ${pending(count)}`,
  signIn: (count: number) => `Ingrese · ${count}`,
  pending,
  sum: (amount: string) => ` · ${amount}`,
  sending: (place: number, total: number) => `Enviando ${place} de ${total}`,
  review: (count: number) => `${count} por revisar`,
  progress: 'Enviando pendientes',
} as const;

/** Texts about a wrong clock on this device. */
export const wrongClockTexts = {
  date: (shown: string, right: string) => `La fecha de este equipo está mal: dice ${shown}, es ${right}.`,
  time: (shown: string, right: string) => `La hora de este equipo está mal: dice ${shown}, son las ${right}.`,
  correct: 'Corríjala en los ajustes del equipo.',
} as const;

/** Texts for unknown addresses and pages of other roles. */
export const notFoundTexts = {
  title: 'Aquí no hay nada',
  note: 'Ninguna página tiene esta dirección. Revise cómo está escrita.',
  customerNote: '¿Busca su saldo? Lea otra vez su código QR.',
  goSignIn: 'Ir a iniciar sesión',
  redirected: (path: string) => `La página «${path}» no existe. Este es su inicio.`,
  othersTitle: 'Esta página no es de su cuenta',
  othersNote: (role: string) => `Usted entró como ${role}. Esta página es de otro tipo de cuenta.`,
  limitedTitle: 'Esta página necesita su contraseña',
  limitedNote: 'Usted abrió este equipo con el PIN. Inicie sesión para verla.',
  goTo: (page: string) => `Ir a ${page}`,
} as const;

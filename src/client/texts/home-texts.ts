import { purchasesOrTopUps } from './unit-texts.ts';

export const homeTexts = {
  morning: 'Buenos días',
  afternoon: 'Buenas tardes',
  evening: 'Buenas noches',
  market: 'Mercado campesino',
  enrol: 'Trabaje sin conexión',
  enrolNote: 'Inscriba este dispositivo una vez, con conexión.',
  today: (time: string) => `Hoy, hasta las ${time}`,
  sold: 'Vendido',
  toppedUp: 'Recargado',
  outstanding: 'Dinero en códigos',
  approvals: 'Por aprobar',
  purchases: (count: string) => (count === '1' ? '1 compra' : `${count} compras`),
  topUps: (count: string) => (count === '1' ? '1 recarga' : `${count} recargas`),
  outstandingNote: 'en códigos vigentes',
  approvalsNote: (count: number) => (count === 1 ? 'cuenta espera' : 'cuentas esperan'),
  paidByPhone: (amount: string, code: string) => `Le pagaron ${amount} desde un teléfono · ${code}`,
  lastWeek: (weekday: string, amount: string) => `El ${weekday} pasado, todo el día: ${amount}`,
  places: (stalls: number, points: number) =>
    `${stalls === 1 ? '1 estante' : `${stalls} estantes`} · ${points === 1 ? '1 punto' : `${points} puntos`} de recarga`,
  owed: 'Por pagar',
  codes: (count: string) => (count === '1' ? 'en 1 código' : `en ${count} códigos`),
  toStalls: (count: string) => (count === '1' ? 'a 1 estante' : `a ${count} estantes`),
  clockAhead: (until: string) =>
    `El reloj del servidor estuvo adelantado, hasta el ${until}. Siga vendiendo, pero no cierre el día: las horas y los totales de hoy pueden salir mal. Avise a quien administra el servidor.`,
  best: 'Más vendidos hoy',
  noPurchases: 'Hoy todavía no hay ventas',
  noPurchasesNote: 'La primera compra aparece aquí apenas se confirme.',
  waiting: {
    'mercados-globales': (count: number) =>
      count === 1 ? '1 mercado por aprobar' : `${count} mercados por aprobar`,
    proveedores: (count: number) =>
      count === 1 ? '1 proveedor por aprobar' : `${count} proveedores por aprobar`,
  },
  pendingNote: 'Revise quién es antes de aprobar.',
  review: 'Revisar',
  startTopUp: 'Generar recarga',
  startTopUpNote: 'Busque al cliente, cuente el efectivo y entregue el código.',
  startProduct: 'Publicar un producto',
  startProductNote: 'Los estantes y los mercados lo encuentran en Proveedores.',
  startScan: 'Escanear un código',
  startScanNote: 'Lea el código del cliente y cobre.',
} as const;

/** Items that wait for a market's manager, each with its one action. */
export const toDoTexts = {
  title: 'Por hacer',
  settled: 'Ver pendientes y resueltos',
  none: 'Todo está al día',
  noneNote: 'Nada espera por usted.',
  stalls: (count: number) => (count === 1 ? '1 estante por aprobar' : `${count} estantes por aprobar`),
  points: (count: number) =>
    count === 1 ? '1 punto de recarga por aprobar' : `${count} puntos de recarga por aprobar`,
  requests: (count: number) =>
    count === 1 ? '1 dispositivo por aprobar' : `${count} dispositivos por aprobar`,
  /** `more`: number of further names. */
  names: (names: readonly string[], more: number) => {
    if (more > 0) return `${names.join(', ')} y ${more} más`;
    return names.join(' y ');
  },
  overspends: (count: number, amount: string) =>
    count === 1 ? `Pagado de más: ${amount}` : `Pagado de más en ${count} códigos: ${amount}`,
  code: (code: string) => `Código ${code}`,
  lastCode: (code: string) => `El último: código ${code}`,
  reviews: (count: number, amount: string) =>
    count === 1 ? `1 venta de ${amount} por resolver` : `${count} ventas por resolver: ${amount}`,
  reviewsNote: 'Sin conexión: decida quién responde.',
  device: (name: string, count: number) => `${name}: ${purchasesOrTopUps(count)} sin enviar`,
  devices: (count: number) => `${count} dispositivos tienen ventas o recargas sin enviar`,
  silentSince: (when: string) => `Último contacto: ${when}`,
  neverSeen: 'Todavía sin contacto',
  pay: (count: number) => (count === 1 ? 'Pagar a 1 estante' : `Pagar a ${count} estantes`),
  closeDay: 'Cerrar el día',
  closeDayNote: 'Mire que cuadre y guárdelo.',
  close: 'Cerrar',
  inviteStalls: { what: 'Invite a sus estantes', sentence: 'Con el enlace o el afiche de Su mercado.' },
  invitePoints: {
    what: 'Invite a un punto de recarga',
    sentence: 'Sin él nadie puede recargar.',
  },
  setLimits: {
    what: 'Mire los límites sin conexión',
    sentence: 'Dicen cuánto puede cobrar una tableta sin señal.',
  },
  open: 'Abrir',
  review: 'Revisar',
  assign: 'Asignar',
  see: 'Ver',
  payNow: 'Pagar',
  receive: 'Recibir',
  closedVouchers: (count: number, amount: string) =>
    count === 1 ? `Un código cerrado tiene ${amount}` : `${count} códigos cerrados tienen ${amount}`,
  closedVouchersNote: (who: string) =>
    `De ${who}: una venta anulada se los devolvió. Repóngalo, devuelva el saldo, o vénzalo si ya pasó su fecha.`,
  fullTills: (count: number) => (count === 1 ? '1 caja casi llena' : `${count} cajas casi llenas`),
  go: (action: string, title: string) => (title.startsWith(action) ? title : `${action}: ${title}`),
} as const;

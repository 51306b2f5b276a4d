import { formatAmount } from '#src/domain/money.ts';

const salesOf = (count: number): string => (count === 1 ? '1 venta' : `${formatAmount(count)} ventas`);

/** Ventas por revisar: reasons of a review, for the market and the stall. */
export const takingsTexts = {
  title: 'Ventas por revisar',
  toSales: 'Volver a Ventas',
  stalls: 'Estante',
  stallWith: (name: string, amount: string) => `${name} · ${amount}`,
  badge: 'Por revisar',
  kept: 'En revisión',
  noneTitle: 'Nada por revisar',
  none: 'Cuando un estante venda mucho más que de costumbre, sus ventas esperan aquí antes de pagarse.',
  times: (name: string, times: number) =>
    times < 2 ? `${name} vendió más que de costumbre` : `${name} vendió ${times} veces lo de costumbre`,
  isNew: (name: string) => `${name} es nuevo y todavía no tiene un día normal`,
  overCeiling: (name: string, points: string) =>
    points === ''
      ? `A ${name} le pagaron con códigos de un punto que pasó su tope`
      : `A ${name} le pagaron con códigos de ${points}, que pasó su tope de efectivo`,
  unusualRule: 'Se retiene lo que pasa de tres días normales, y nunca menos de $500,000.',
  newRule: 'Se retiene lo que pasa del día de un estante nuevo (en Ajustes).',
  overCeilingRule: 'Se retiene cada venta con esos códigos hasta que el efectivo llegue.',
  limit: (amount: string) => `Hasta aquí se paga: ${amount}`,
  chart: (days: number) => `Ventas de los últimos ${days} días de mercado`,
  usualDay: 'Un día normal',
  usualDays: 'Tres días normales',
  newDay: 'Lo que se paga sin revisar',
  held: 'Retenido',
  hour: 'Hora',
  customer: 'Cliente',
  code: 'Código',
  howRead: 'Cómo se leyó',
  amount: 'Monto',
  typed: 'Código escrito',
  camera: 'Con cámara',
  ofPrice: (price: string) => `de ${price}`,
  typedCount: (typed: number, all: number) => `${typed} de ${all} con el código escrito.`,
  askWhy: 'Pregunte por qué no usó la cámara.',
  shown: (shown: number, all: number) => `Se muestran las últimas ${shown} de ${all}.`,
  band: (sales: number, amount: string) =>
    `${salesOf(sales)} ${sales === 1 ? 'retenida' : 'retenidas'}, ${amount}`,
  bandNote: 'No entran en el pago mientras estén en revisión',
  keptNote: 'Usted las dejó en revisión. No entran en el pago.',
  keep: 'Dejar en revisión',
  release: (amount: string) => `Liberar ${amount}`,
  released: (amount: string, name: string) => `${amount} liberados. Entran en el próximo pago a ${name}.`,
  keptDone: (amount: string, name: string) => `${amount} de ${name} quedan en revisión.`,
  /** For the stall. */
  own: (sales: number) =>
    `Vendió más que de costumbre. El mercado mira ${salesOf(sales)}. Usted ya cobró: no devuelva nada.`,
  ownOverCeiling: (sales: number) =>
    `El mercado mira ${salesOf(sales)} con códigos de un punto. Usted ya cobró: no devuelva nada.`,
  ownReleased: (sales: number, amount: string) =>
    `El mercado revisó ${sales === 1 ? 'su venta' : `sus ${formatAmount(sales)} ventas`}. ${amount} entran en su próximo pago.`,
  soldOn: (day: string) => `Vendido el ${day}`,
  soldToday: 'Vendido hoy',
  toDo: (stalls: number, amount: string) => `${stalls === 1 ? '1 estante' : `${stalls} estantes`}, ${amount}`,
  see: 'Ver',
  seeSales: 'Ver ventas',
  seeOf: (name: string) => `Ver las ventas por revisar de ${name}`,
  releaseShort: 'Liberar',
  releaseOf: (amount: string, name: string) => `Liberar ${amount} de ${name}`,
  cardUnusual: (sales: number) =>
    `Vendió más que de costumbre: ${salesOf(sales)} ${sales === 1 ? 'espera a que usted la mire' : 'esperan a que usted las mire'}.`,
  cardOverCeiling: (points: string) =>
    points === ''
      ? 'Le pagaron con códigos de un punto que pasó su tope de efectivo.'
      : `Le pagaron con códigos de ${points}, que pasó su tope de efectivo.`,
  inReview: (amount: string) => `${amount} por revisar`,
  leftOut: (amount: string) => `${amount} están por revisar y no entran en este pago.`,
} as const;

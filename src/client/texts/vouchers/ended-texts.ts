/** Vouchers that no longer pay, and top-up points for their holders. */
export const endedTexts = {
  title: 'Cumplió hasta el último peso',
  paid: (amount: string, count: number) =>
    `Este código pagó ${amount} en ${count === 1 ? '1 compra' : `${count} compras`}.`,
  thanks: 'Gracias por comprar en la plaza.',
  points: (points: string) =>
    `Tiene ${points === '1' ? '1 punto' : `${points} puntos`}. Cámbielos en un punto de recarga.`,
  topUp: 'Para otra compra, recargue en un punto de recarga con su documento.',
  blockedTitle: 'Este código está bloqueado',
  blockedBecause: {
    overspend: 'Sin conexión se gastó más de lo que tenía.',
    person: 'Alguien avisó que el papel se perdió. Su dinero está guardado.',
  },
  isYours: '¿Es suyo?',
  toOwner: {
    overspend: 'Vaya a un punto de recarga con su documento: allá le explican.',
    person: 'Lleve su documento a un punto de recarga y le dan un papel nuevo.',
  },
  wasFound: '¿Lo encontró?',
  toFinder: 'Entréguelo en el mercado. Ya no paga.',
  whereTitle: 'Dónde recargar',
  others: 'Otros mercados de la región',
  noPoints: 'Todavía no hay puntos de recarga abiertos.',
  bring: 'Lleve su documento.',
} as const;

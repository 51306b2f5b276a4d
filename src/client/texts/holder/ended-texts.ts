/** A voucher that was spent to the last peso. */
export const spentTexts = {
  title: 'Cumplió hasta el último peso',
  paid: (amount: string, count: number) =>
    `Este código pagó ${amount} en ${count === 1 ? '1 compra' : `${count} compras`}.`,
  thanks: 'Gracias por comprar en la plaza.',
  points: (points: string) =>
    `Tiene ${points === '1' ? '1 punto' : `${points} puntos`}. Cámbielos en un punto de recarga.`,
  topUp: 'Para otra compra, recargue en un punto de recarga con su documento.',
} as const;

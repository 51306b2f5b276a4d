/** Texts of the history, in a separate file so that the page does not wait for them. */
export const historyTexts = {
  title: 'Mis compras y puntos',
  confirmed: 'Confirmada',
  adjusted: 'Ajustada',
  adjustedNote: (missing: string) => `El código no alcanzó: faltaron ${missing}. El estante recibió todo.`,
  shareOf: (price: string) => `Parte de una compra de ${price}`,
} as const;

export const holderPointsTexts = {
  title: 'Sus puntos',
  at: (points: string, market: string) => `${points} en ${market}`,
  reward: (name: string, cost: string) => `${name}: ${cost} puntos`,
  where: 'Los canjea en el punto de recarga, con su cédula.',
} as const;

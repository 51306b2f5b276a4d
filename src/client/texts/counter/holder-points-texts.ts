export const holderPointsTexts = {
  title: 'Sus puntos',
  at: (points: string, market: string) => `${points} en ${market}`,
  reward: (name: string, cost: string) => `${name}: ${cost} puntos`,
  where: 'Los canjea en el punto de recarga, con su cédula.',
} as const;

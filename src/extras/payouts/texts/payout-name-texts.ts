export const payoutNameTexts = { payMany: 'Pagar varios' } as const;

/** Texts of a customer's page without a server. */
export const withoutLinkTexts = {
  title: 'Sin conexión',
  titleSince: (age: string) => `Sin conexión hace ${age}`,
  minutes: (minutes: number) => `${minutes} min`,
  unknown: 'Por ahora no se puede ver el saldo.',
  known: (when: string) => `Este es su saldo ${when}. Puede haber cambiado.`,
  balanceAt: (when: string) => `Su saldo ${when}`,
  atTime: (time: string) => `de las ${time}`,
  onDay: (day: string) => `del ${day}`,
  buyTitle: 'Puede comprar en el estante',
  buy: 'Muestre este código. La tableta lo lee sin internet.',
  showCode: 'Mostrar mi código',
  codeTitle: 'Su código',
  searching: 'Intentamos otra vez cada 10 segundos.',
} as const;

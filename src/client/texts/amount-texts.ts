import type { AmountFault } from '#src/domain/read-amount.ts';

/** One sentence for each text that is not an amount. */
export const amountFaultTexts: Record<AmountFault, string> = {
  negative: 'No se reciben montos negativos: escríbalo sin signo menos ni paréntesis.',
  cents: 'Escriba pesos completos, sin centavos.',
  scientific: 'Escriba el número completo, sin la letra E.',
  unreadable: 'No es un monto. Escriba solo números, como 50,000.',
};

export const amountTexts = {
  tooMuch: (max: string) => `Lo más que se recibe aquí es ${max}.`,
  notPasted: (text: string, why: string) => `No se pegó «${text}». ${why}`,
} as const;

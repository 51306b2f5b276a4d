/** Texts of the history, in a separate file so that the page does not wait for them. */
export const historyTexts = {
  title: 'Mis compras y puntos',
  confirmed: 'Confirmada',
  adjusted: 'Ajustada',
  adjustedNote: (missing: string) => `El código no alcanzó: faltaron ${missing}. El estante recibió todo.`,
} as const;

export const holderPointsTexts = {
  title: 'Sus puntos',
  at: (points: string, market: string) => `${points} en ${market}`,
  reward: (name: string, cost: string) => `${name}: ${cost} puntos`,
  where: 'Los canjea en el punto de recarga, con su cédula. Los de hoy se suman mañana.',
} as const;

/** Keeps a code on one line, with a hyphen that does not break. */
const whole = (code: string) => code.replace('-', '\u2011');

/** A purchase that its customer disputes is a call to the stall's market. */
export const somethingWrongTexts = {
  ask: '¿Algo no cuadra?',
  tell: (market: string, code: string) => `Escriba o llame a ${market}. La compra es ${whole(code)}.`,
  goTo: (market: string, code: string) => `Vaya a ${market} y muestre la compra ${whole(code)}.`,
  write: 'Escribir por WhatsApp',
  call: (phone: string) => `Llamar al ${phone}`,
  message: (code: string, amount: string, stall: string, at: string) =>
    `Buenas. Algo no cuadra en mi compra ${code}: ${amount} en ${stall}, ${at}.`,
} as const;

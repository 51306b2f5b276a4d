/**
 * Why a purchase or a top-up is not accepted yet. link: nobody was reached. slow: it is on its way, or the server is busy. session: it
 * waits for its person to sign in. old: it is not sent before a person says so. asking: it was taken back and may have been made.
 * recorded: the server has it and has not decided.
 */
export type UnacceptedCause = 'link' | 'slow' | 'session' | 'old' | 'asking' | 'recorded';

/** On the customer's own phone. */
export const holderCauseTexts: Record<UnacceptedCause, readonly string[]> = {
  link: ['No hay conexión.', 'Todavía no está pagado.'],
  slow: ['La respuesta se demora.', 'Todavía no está pagado.'],
  session: ['Todavía no está pagado.'],
  old: ['Pasaron más de 10 minutos.', 'No se envía si usted no lo pide.'],
  asking: ['Puede que ya se haya cobrado.', 'Espere la respuesta. No muestre el código todavía.'],
  recorded: ['El mercado la revisa.', 'Todavía no está pagado.'],
};

/** At the stall. */
export const stallCauseTexts: Record<UnacceptedCause, readonly string[]> = {
  link: ['Venta guardada en esta tableta.', 'Se envía sola cuando vuelva la conexión.'],
  slow: ['La respuesta se demora.', 'La venta se sigue enviando.'],
  session: ['Su sesión terminó.', 'Ingrese y se envía sola.'],
  old: ['Pasaron más de 10 minutos.', 'No se envía si usted no lo pide.'],
  asking: ['Se retiró.', 'Si alcanzó a cobrarse, se devuelve sola.'],
  recorded: ['El mercado la tiene y la revisa.'],
};

/** At the top-up point. */
export const pointCauseTexts: Record<UnacceptedCause, string> = {
  link: 'No hay conexión. La recarga se envía sola cuando vuelva.',
  slow: 'La respuesta se demora. La recarga se sigue enviando.',
  session: 'Su sesión terminó. Ingrese y se envía sola.',
  old: 'Pasaron más de 10 minutos. No se envía si usted no lo pide.',
  asking: 'Se retiró. Si alcanzó a hacerse, se deshace sola.',
  recorded: 'El mercado la tiene y la revisa.',
};

export const unacceptedTexts = {
  beingSent: 'Espere, se está enviando',
  signIn: 'Ingresar',
  sendNow: 'Enviar ahora',
  letStallRead: 'Mejor que el estante lea mi código',
  notDelivered: 'No se entregó: retirar',
  cashWentBack: 'Devolví el efectivo: retirar la recarga',
  keepCash: 'Guarde el efectivo aparte. No hay papel todavía.',
  askTitle: (amount: string) => `La venta de ${amount} no está confirmada`,
  askNote: (who: string) =>
    `¿Qué pasó con la compra de ${who}? Si no entregó nada, retírela: así no se cobra después.`,
  somebody: 'este cliente',
  leaveToSend: 'Dejarla por enviar',
  withdrawn: 'Retirada',
  doNotDeliver: 'No entregue el producto',
  noVoucherYet: 'Sin papel todavía',
  withdrawnNote: 'No se cobró. El cliente puede pagar de otra forma.',
  withdrawnAsked: 'No se cobra. Si alcanzó a cobrarse, se devuelve sola.',
  chargeAgain: 'Cobrarle otra vez',
  showCode: 'Muestre su código',
  showCodeNote: 'La compra del celular se retiró y no se cobra. Ahora el estante lee este código.',
  backToBalance: 'Volver a mi saldo',
} as const;

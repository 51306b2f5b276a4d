/**
 * Why a purchase or top-up is not accepted yet. link: no server was reached. slow: the request is on its way.
 * busy: the server reported that it cannot do it now. session: it waits for its person to sign in. old: it is
 * not sent until a person confirms. asking: it was withdrawn but may have been made. recorded: the server has
 * it and has not decided.
 */
export type UnacceptedCause = 'link' | 'slow' | 'busy' | 'session' | 'old' | 'asking' | 'recorded';

/** Texts of a place where operations wait. */
export type WaitingPlace = {
  readonly causes: Record<UnacceptedCause, readonly string[]>;
  /** Label of the button that withdraws the operation. */
  readonly takeBack: string;
};

const notPaid = 'Todavía no está pagado.';

/** Texts of the customer's own phone. */
export const phonePlace: WaitingPlace = {
  causes: {
    link: ['No hay conexión.', notPaid],
    slow: ['La respuesta se demora.', notPaid],
    busy: ['El servidor está ocupado.', notPaid],
    session: [notPaid],
    old: ['Pasaron más de 10 minutos.', 'No se envía si usted no lo pide.'],
    asking: ['Puede que ya se haya cobrado.', 'Espere la respuesta. No muestre el código todavía.'],
    recorded: ['El mercado la revisa.', notPaid],
  },
  takeBack: 'Mejor que el estante lea mi código',
};

export const unacceptedTexts = {
  beingSent: 'Espere, se está enviando',
  sendNow: 'Enviar ahora',
  showCode: 'Muestre su código',
  showCodeNote: 'La compra del celular se retiró y no se cobra. Ahora el estante lee este código.',
  backToBalance: 'Volver a mi saldo',
} as const;

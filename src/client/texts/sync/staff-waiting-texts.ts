import { phonePlace, type WaitingPlace } from './unaccepted-texts.ts';

const { old } = phonePlace.causes;
const session = ['Su sesión terminó.', 'Ingrese y se envía sola.'];
const recorded = ['El mercado la tiene y la revisa.'];

/** Texts of a stall's tablet. */
export const stallPlace: WaitingPlace = {
  causes: {
    link: ['Venta guardada en esta tableta.', 'Se envía sola cuando vuelva la conexión.'],
    slow: ['La respuesta se demora.', 'La venta se sigue enviando.'],
    busy: ['El servidor está ocupado.', 'La venta se envía otra vez sola.'],
    session,
    old,
    asking: ['Se retiró.', 'Si alcanzó a cobrarse, se devuelve sola.'],
    recorded,
  },
  takeBack: 'No se entregó: retirar',
};

/** Texts of a top-up point. */
export const pointPlace: WaitingPlace = {
  causes: {
    link: ['No hay conexión.', 'La recarga se envía sola cuando vuelva.'],
    slow: ['La respuesta se demora.', 'La recarga se sigue enviando.'],
    busy: ['El servidor está ocupado.', 'La recarga se envía otra vez sola.'],
    session,
    old,
    asking: ['Se retiró.', 'Si alcanzó a hacerse, se deshace sola.'],
    recorded,
  },
  takeBack: 'Devolví el efectivo: retirar la recarga',
};

export const staffWaitingTexts = {
  signIn: 'Ingresar',
  signInTitle: 'Ingrese otra vez',
  signInNote: (email: string) => `Usted trabaja como ${email}. Lo pendiente se envía apenas ingrese.`,
  keepCash: 'Guarde el efectivo aparte. No hay papel todavía.',
  askTitle: (amount: string) => `La venta de ${amount} no está confirmada`,
  askNote: (who: string) =>
    `¿Qué pasó con la compra de ${who}? Si no entregó nada, retírela: así no se cobra después.`,
  somebody: 'este cliente',
  leaveToSend: 'Dejarla por enviar',
  withdrawn: 'Retirada',
  doNotDeliver: 'No entregue el producto',
  withdrawnNote: 'No se cobró. El cliente puede pagar de otra forma.',
  withdrawnAsked: 'No se cobra. Si alcanzó a cobrarse, se devuelve sola.',
  chargeAgain: 'Cobrarle otra vez',
} as const;

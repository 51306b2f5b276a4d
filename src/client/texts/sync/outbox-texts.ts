import { purchasesOrTopUps } from '#src/client/texts/unit-texts.ts';
import type { DeliveredRescue } from '#src/contract/sync/recovery.ts';
import type { EnvelopeKind } from '#src/operations/envelopes.ts';

/** The name of an operation, and its note while it is being sent: none when another one shows its result. */
const kinds: Record<EnvelopeKind, { name: string; here: string }> = {
  purchase: { name: 'Compra', here: 'Compra en este estante.' },
  'top-up': { name: 'Recarga', here: 'Recarga en este punto.' },
  customer: { name: 'Registro de cliente', here: 'Registro de cliente.' },
  acceptance: { name: 'Entrega sin conexión', here: '' },
  withdrawal: { name: 'Compra retirada', here: '' },
  'top-up-void': { name: 'Recarga anulada', here: '' },
};

export const outboxTexts = {
  undone: 'Anulada',
  undoneNote: 'Se devolvió el efectivo. El código ya no paga.',
  kinds,
  title: 'Pendientes',
  filters: 'Filtrar pendientes',
  all: 'Todas',
  open: 'Por enviar',
  review: 'Por revisar',
  sent: 'Enviadas',
  refused: 'Rechazada',
  waiting: 'Espera recarga',
  sending: 'Enviando',
  pending: 'Por enviar',
  needsSignIn: 'Falta ingresar',
  accepted: 'Confirmada',
  paid: 'Pagada',
  guaranteed: 'Pagada con garantía',
  guaranteedNote: 'Usted recibe el pago completo. El mercado revisa.',
  acceptedHere: 'Aceptada sin conexión',
  refusedButGone: 'El código no pagó. El mercado la está revisando.',
  inReview: 'En revisión',
  inReviewNote: 'El mercado la revisa.',
  notPaid: 'No pagada',
  waitingThere: 'El punto de recarga todavía no ha enviado este código.',
  doNotDeliver: 'No entregue todavía.',
  serverIsOlder: 'El servidor todavía no la entiende. Se envía después.',
  customerDone: 'Cliente registrado.',
  madeBy: (name: string) => `La hizo ${name}.`,
  somebodyElse: 'otra persona',
  sendAll: 'Enviar todo ahora',
  showMore: (left: number) => `Ver más (quedan ${left})`,
  saveCopy: 'Guardar copia',
  takeCopy: 'Traer copia',
  copyNote:
    'Guarda lo que falta por enviar. Otro dispositivo inscrito de su mercado puede enviarlo. Nada se cobra dos veces.',
  copyNames:
    'Lleva los nombres de los clientes registrados aquí, cerrados para el servidor. Para traerla hace falta conexión.',
  handedNote: 'Trae las ventas de otra tableta que no las puede enviar. Traerla dos veces no cambia nada.',
  handedNotHere: 'Este dispositivo no está inscrito. Abra el archivo en uno que sí lo esté.',
  copyUnreadable: 'Este archivo no sirve o fue cambiado.',
  copyDelivered: ({ deviceName, total, done, review, refused, waiting }: DeliveredRescue) =>
    [
      `${deviceName}: ${total === 1 ? 'llegó' : 'llegaron'} ${purchasesOrTopUps(total)}.`,
      done > 0 ? `Confirmadas: ${done}.` : '',
      review > 0 ? `Las mira el mercado: ${review}.` : '',
      refused > 0 ? `Rechazadas: ${refused}.` : '',
      waiting > 0 ? `Esperan: ${waiting}. Traiga el mismo archivo otra vez mañana.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  copyTaken: (fresh: number, total: number, device: string) =>
    fresh === 0
      ? `Lo de ${device} ya estaba aquí: ${purchasesOrTopUps(total)}.`
      : `De ${device} faltan por enviar ${fresh} de ${purchasesOrTopUps(total)}.`,
  rescued: 'Rescatadas',
  rescuedNote:
    'De otro dispositivo, o de este antes de perder lo guardado. Se envían desde aquí a nombre de quien las hizo.',
  rescuedWait: 'Inscriba este dispositivo en Dispositivo y ajustes para enviarlas.',
  unreadable: 'Por actualizar',
  unknownCustomer: 'Sin nombre',
  code: (shortCode: string) => `Código ${shortCode}`,
  sendsItself: 'Se envía sola.',
  waitingNote: 'Espera a que se confirme la recarga de este código.',
  needsSignInNote: 'Ingrese otra vez para enviarla.',
  unreadableNote: 'La guardó una versión más nueva. Actualice la aplicación.',
  purchaseDone: (code: string) => `Compra ${code}.`,
  topUpDone: (code: string) => `Recarga ${code}.`,
  whatToDo: 'Qué hacer',
  signIn: 'Ingresar',
  sendNow: 'Enviar ahora',
  seen: 'Entendido',
  later: 'Revisar después',
  refusedTitle: (amount: string) => `No se hizo lo de ${amount}`,
  refusedPurchase: 'El cliente no pagó. Si entregó el producto, cobre otra vez con otro código.',
  refusedTopUp: 'El código no se creó. Devuelva el efectivo o haga otra recarga.',
  emptyTitle: 'No hay pendientes',
  empty: 'Lo que se haga sin conexión aparece aquí y se envía solo.',
  noneInFilter: 'Nada por aquí.',
  leaveTitle: (count: number, sum: string) =>
    count === 1 ? `Queda 1 pendiente por ${sum}` : `Quedan ${count} pendientes por ${sum}`,
  leaveNote: (count: number) =>
    count === 1
      ? 'Sigue guardado en este equipo. Se envía cuando usted ingrese otra vez.'
      : 'Siguen guardados en este equipo. Se envían cuando usted ingrese otra vez.',
  leaveAlone: (count: number) =>
    count === 1
      ? 'Sigue guardado en este equipo. Se envía solo, aunque usted salga.'
      : 'Siguen guardados en este equipo. Se envían solos, aunque usted salga.',
  leave: 'Salir igual',
  stay: 'Quedarme',
} as const;

/** Operations restored from the second copy. */
export const recoveryTexts = {
  title: 'El navegador perdió lo guardado en este dispositivo',
  cameBack: (count: number) =>
    `${count === 1 ? 'Volvió' : 'Volvieron'} de la segunda copia ${purchasesOrTopUps(count)} sin enviar.`,
  nothingCameBack: 'No había ventas ni recargas sin enviar en la segunda copia.',
  damaged: (count: number) =>
    count === 1
      ? '1 registro de la segunda copia está dañado. Avise al mercado.'
      : `${count} registros de la segunda copia están dañados. Avise al mercado.`,
  enrolFirst: 'Para enviarlas, inscriba otra vez este dispositivo.',
  enrol: 'Inscribir',
  seen: 'Entendido',
} as const;

import type { AnswerRefusal } from '#src/client/local/device/letters.ts';

export const dayTexts = {
  today: 'hoy',
  yesterday: 'ayer',
  tomorrow: 'mañana',
  on: (day: string) => `el ${day}`,
  at: (day: string, time: string) => `${day} a las ${time}`,
} as const;

/** Why an answer that a phone brought was not applied. */
export const answerRefusalTexts: Record<AnswerRefusal, string> = {
  'not-an-answer': 'Este archivo no es una respuesta. Escoja el que trajo el mensajero.',
  foreign: 'Esta respuesta es de otra tableta. Ábrala en la suya.',
  changed: 'Esta respuesta fue cambiada. Pida al mensajero que la guarde otra vez.',
  older: 'Esta respuesta no es más nueva que lo que ya tiene esta tableta. No cambió nada.',
  'no-key': 'Esta tableta no ha escrito ningún sobre. No hay respuesta para ella.',
  'not-enrolled': 'Este equipo no está registrado. Abra la respuesta en la tableta que escribió el sobre.',
};

type Counted = 'sales' | 'topUps';
const words: Record<Counted, readonly [string, string]> = {
  sales: ['venta', 'ventas'],
  topUps: ['recarga', 'recargas'],
};

/** A stall's letter: what it carries, and what came back. */
export const letterTexts = {
  counted: (of: Counted, count: number) => `${count} ${words[of][count === 1 ? 0 : 1]}`,
  away: (age: string) => `Sin conexión hace ${age}`,
  awayNote: (counted: string, sum: string) => `${counted} por enviar, ${sum}. Siguen guardadas aquí.`,
  awayNoteOne: (counted: string, sum: string) => `${counted} por enviar, ${sum}. Sigue guardada aquí.`,
  offerTitle: '¿Alguien va para el pueblo?',
  offerNote: 'Dele un sobre sellado. Cuando tenga señal, su celular lo entrega.',
  send: 'Enviar con alguien',
  inside: 'Van en el sobre',
  sum: 'Suman',
  until: 'Vale hasta',
  untilUnknown: 'sin saldos guardados',
  untilOver: 'los saldos ya vencieron',
  nothing: 'Nada por enviar. El sobre trae saldos nuevos.',
  sealed: 'Sellado.',
  sealedNote: 'Quien lo lleva no lo puede leer ni cambiar.',
  several: 'Déselo a varios.',
  severalNote: 'Nada se cobra dos veces.',
  kept: 'Aquí no se borra nada',
  keptNote: 'hasta que vuelva la respuesta.',
  writing: 'Sellando el sobre...',
  share: 'Compartir el sobre',
  save: 'Guardar en una memoria',
  carrier: 'El mensajero abre esta página en su celular:',
  carrierCode: 'Código de la página del mensajero',
  noKey:
    'Esta tableta todavía no tiene la llave para sellar. Conéctela una vez, y desde entonces puede enviar sobres.',
  shareFailed: 'Este equipo no pudo compartir el sobre. Guárdelo en una memoria.',
  saved: 'El sobre quedó guardado en las descargas de este equipo.',
  fileName: (device: string) => `sobre-${device}`,
  sentTitle: (when: string) => `El sobre salió ${when}`,
  sentNote: (counted: string, sum: string) => `${counted}, ${sum}. Falta la respuesta.`,
  sentNothing: 'Fue por saldos nuevos. Falta la respuesta.',
  open: 'Abrir la respuesta',
  opening: 'Abriendo...',
  again: 'Enviarlo con otra persona',
  goOn: 'Siga vendiendo. Lo de hoy va en el próximo sobre.',
  goOnTopUps: 'Siga recargando. Lo de hoy va en el próximo sobre.',
  current: (when: string) => `Al día hasta ${when}`,
  came: 'Llegó la respuesta del mercado.',
  done: 'Confirmadas',
  review: 'Por revisar',
  waiting: 'Esperan su recarga',
  open_: 'De hoy, por enviar',
  balances: 'Saldos guardados',
  balancesOf: (when: string) => `de ${when}`,
  noBalances: 'no se guardaron',
  tallied: (counted: string, sum: string) => `${counted}, ${sum}`,
  see: 'Ver la venta por revisar',
  seeSeveral: 'Ver las ventas por revisar',
  seeTopUps: 'Ver lo que está por revisar',
  sellsUntil: (when: string) => `Puede vender sin conexión hasta ${when}.`,
  sellsNoMore: 'Estos saldos ya son muy viejos para vender sin conexión. Mande otro sobre.',
  clock:
    'La hora de esta tableta no está confirmada: los saldos no se guardaron. Póngala un momento donde haya internet.',
  handed: 'Es una respuesta del mercado para esta tableta.',
} as const;

import type { ComplaintReason, ComplaintVerdict } from '../contract/schemas.ts';

const says: Record<ComplaintReason, string> = {
  NOT_MINE: 'yo no compré ahí',
  OTHER_AMOUNT: 'el monto es otro',
  TWICE: 'me cobraron dos veces',
  NOT_DELIVERED: 'no me entregaron',
};

const decided: Record<ComplaintVerdict, string> = {
  ALL: 'Se devolvió todo',
  PART: 'Se devolvió una parte',
  NONE: 'No procede',
};

export const complaintsTexts = {
  intro: 'Compras que un cliente dice que están mal.',
  one: (number: string) => `Reclamo ${number}`,
  list: 'Lista de reclamos',
  open: 'Por responder',
  answered: 'Respondidos',
  none: 'Ningún reclamo',
  noneNote: 'Cuando un cliente diga que una compra no es suya, aparece aquí.',
  back: 'Volver a reclamos',
  see: (number: string) => `Ver ${number}`,
  dueIn: (days: number) => (days === 1 ? 'Responda en 1 día' : `Responda en ${days} días`),
  dueToday: 'Responda hoy',
  overdue: 'Ya pasó el plazo',
  decided: (verdict: ComplaintVerdict) => decided[verdict],
  says: (name: string, reason: ComplaintReason) => `${name} dice: ${says[reason]}`,
  how: 'Cómo se cobró',
  read: (time: string) => `${time} · se leyó el código`,
  device: (device: string, operator: string) => [device, operator].filter((part) => part !== '').join(', '),
  byHolder: 'Compró desde el enlace del papel, en un teléfono.',
  acceptedAway: (list: string | null) =>
    list === null
      ? 'Se aceptó sin conexión, con la firma del papel.'
      : `Se aceptó sin conexión. La tableta tenía la lista del ${list}.`,
  acceptedOnline: 'Se cobró en línea.',
  arrived: (time: string) => `${time} · llegó al mercado`,
  operation: (seq: number) => `Número ${seq} de ese equipo`,
  blocked: (time: string) => `El código está bloqueado desde el ${time}.`,
  you: 'Usted',
  sayTitle: 'Su versión',
  say: 'Escribir al mercado',
  saySent: 'Enviado al mercado',
  decideTitle: '¿Qué decide?',
  all: (amount: string) => `Devolver todo, ${amount}`,
  part: 'Devolver una parte',
  nothing: 'No procede',
  amount: 'Cuánto devolver',
  words: 'Palabras para el cliente',
  wordsNeeded: 'Palabras para el cliente (obligatorias)',
  giveBack: (amount: string) => `Devolver ${amount}`,
  close: 'Responder: no procede',
  ask: (amount: string) => `¿Devolver ${amount}?`,
  askNone: '¿Responder que no procede?',
  askNote: 'El cliente lee la respuesta en su página. No se cambia después.',
  no: 'Todavía no',
  yes: 'Sí, responder',
  done: 'Respondido',
  fileIntro: 'Pida el papel y el número de la compra: C-...',
  purchase: 'Compra',
  shortCode: 'Código corto del papel',
} as const;

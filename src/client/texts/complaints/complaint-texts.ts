import type { ComplaintReason, ComplaintVerdict } from '#src/contract/complaints/schemas.ts';

export const complaintReasonTexts: Record<ComplaintReason, string> = {
  NOT_MINE: 'Yo no compré ahí',
  OTHER_AMOUNT: 'El monto es otro',
  TWICE: 'Me cobraron dos veces',
  NOT_DELIVERED: 'No me entregaron',
};

export const complaintVerdictTexts: Record<ComplaintVerdict, string> = {
  ALL: 'Le devolvieron todo',
  PART: 'Le devolvieron una parte',
  NONE: 'No procede',
};

export const complaintTexts = {
  open: 'Esta compra no es mía',
  what: '¿Qué pasó?',
  more: 'Cuente más, si quiere',
  send: 'Enviar reclamo',
  sent: 'Reclamo enviado',
  cancel: 'No reclamar',
  until: (date: string) => `Puede decirlo hasta el ${date}. El mercado le responde aquí.`,
  number: (number: string) => `Reclamo ${number}`,
  answerBefore: (date: string) => `Le responden antes del ${date}`,
  said: (reason: string) => `Usted dijo: ${reason}`,
  returned: (amount: string) => `Le devolvieron ${amount}`,
  stands: (before: string, now: string) => `Pagó ${before}. Queda pagado ${now}.`,
  answeredBy: (by: string, date: string) => `${by}, ${date}`,
} as const;

import type { ComplaintVerdict } from '../contract/schemas.ts';

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

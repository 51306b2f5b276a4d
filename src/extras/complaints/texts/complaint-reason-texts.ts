import type { ComplaintReason } from '../contract/schemas.ts';

export const complaintReasonTexts: Record<ComplaintReason, string> = {
  NOT_MINE: 'Yo no compré ahí',
  OTHER_AMOUNT: 'El monto es otro',
  TWICE: 'Me cobraron dos veces',
  NOT_DELIVERED: 'No me entregaron',
};

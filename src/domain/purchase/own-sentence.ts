import type { RefusalCode } from '#src/contract/refusals.ts';
import { formatMoney } from '../money.ts';

/** Refusals that a device finds itself. A phone that only pays stores no other sentence. */
export const ownSentences = {
  NOT_OPERATOR:
    'Usted no está inscrito en este dispositivo. Inscríbase en Dispositivo y ajustes para trabajar aquí.',
  UNKNOWN_VOUCHER: 'Este código QR no existe.',
  UNKNOWN_STALL: 'Este estante no existe o no está aprobado.',
  AMOUNT_ZERO: 'El monto de la compra no puede ser 0',
  INSUFFICIENT_BALANCE: 'El saldo no alcanza.',
  CLEARING_LIMIT:
    'El mercado de este código llegó al tope de lo que puede deber a los otros. Por ahora paga solo en su propio mercado.',
  VOUCHER_SPENT: 'Este código QR ya no tiene saldo.',
  VOUCHER_BLOCKED: 'Este código QR está bloqueado.',
  VOUCHER_EXPIRED: 'Este código QR ya venció.',
  VOUCHER_JOINED: 'Se juntó en otro papel: pida el nuevo.',
  VOUCHER_VOIDED: 'Este código fue anulado: la recarga se deshizo.',
  VOUCHER_REFUNDED: 'Este código está cerrado: lo que quedaba se devolvió en efectivo.',
  UNKNOWN_TOP_UP: 'No se encontró la recarga.',
  WAITS_FOR_ANOTHER: 'Espera una operación anterior de este dispositivo.',
  WITHDRAWN: 'Esta venta se retiró porque no se entregó nada. No se cobró.',
} as const satisfies Partial<Record<RefusalCode, string>>;
export type OwnCode = keyof typeof ownSentences;

/** `left`: what the voucher still has, smallest unit shown. */
export function ownSentence(
  code: OwnCode,
  { left, symbol = '$' }: { left?: number; symbol?: string } = {},
): string {
  if (code === 'INSUFFICIENT_BALANCE' && left !== undefined)
    return `El saldo no alcanza. Quedan ${formatMoney(left, symbol)}.`;
  return ownSentences[code];
}

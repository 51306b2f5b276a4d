import type { RefusalCode } from '#src/contract/refusal-code.ts';
import { formatMoney } from './money.ts';

/** Figures that a sentence may name, in the smallest unit shown. */
export type RefusalFacts = { left?: number; max?: number; symbol?: string };

const plain: Record<RefusalCode, string> = {
  UNAUTHORIZED: 'Unauthorized',
  FORBIDDEN: 'Unauthorized',
  INVALID_CREDENTIALS: 'El correo, el tipo de usuario o la contraseña no son correctos.',
  ACCOUNT_PENDING: 'Su cuenta está pendiente de aprobación.',
  ACCOUNT_REJECTED: 'Su cuenta fue rechazada. Comuníquese con quien aprueba su registro.',
  SETUP_LINK_INVALID: 'Este enlace de primer uso ya no sirve.',
  INVALID_REQUEST: 'Revise los datos: hay campos que no son válidos.',
  MALFORMED_JSON: 'La solicitud no se pudo leer.',
  BODY_TOO_LARGE: 'La solicitud es demasiado grande.',
  UNSUPPORTED_MEDIA_TYPE: 'La solicitud debe enviarse como JSON.',
  TOO_MANY_REQUESTS: 'Demasiados intentos. Espere un momento e intente de nuevo.',
  ROUTE_NOT_FOUND: 'Esta dirección no existe.',
  NOT_FOUND: 'No se encontró lo que busca.',
  EMAIL_TAKEN: 'Ya existe una cuenta con este correo y este tipo de usuario.',
  IDENTIFICATION_TAKEN: 'Ya existe un cliente con esta identificación.',
  UNKNOWN_MARKET: 'El id del mercado global no existe o el mercado no está aprobado.',
  UNKNOWN_CUSTOMER: 'No se encontró el cliente.',
  UNKNOWN_VOUCHER: 'Este código QR no existe.',
  AMBIGUOUS_CODE: 'Este código corto está repetido. Lea el código QR.',
  UNKNOWN_STALL: 'Este estante no existe o no está aprobado.',
  AMOUNT_ZERO: 'El monto de la compra no puede ser 0',
  AMOUNT_TOO_LARGE: 'El monto es demasiado grande.',
  INSUFFICIENT_BALANCE: 'El saldo no alcanza.',
  VOUCHER_SPENT: 'Este código QR ya no tiene saldo.',
  VOUCHER_BLOCKED: 'Este código QR está bloqueado.',
  VOUCHER_EXPIRED: 'Este código QR ya venció.',
  VOUCHER_EXISTS: 'Ya existe una recarga con este código.',
  KEY_REUSED: 'Esta operación ya se registró con otros datos.',
  IN_PROGRESS: 'Esta operación se está procesando. Intente de nuevo.',
  WRONG_STATE: 'Esta cuenta ya no está en ese estado.',
  DEVICE_UNKNOWN: 'Este dispositivo no está inscrito.',
  DEVICE_REVOKED: 'Este dispositivo fue retirado. Comuníquese con su mercado.',
  DEVICE_PROOF_INVALID: 'La firma del dispositivo no es válida.',
  DEVICE_OF_ANOTHER_MARKET: 'Este dispositivo es de otro mercado.',
  REGISTRATION_CHANGED: 'Los datos del cliente no son los que se registraron.',
  WAITS_FOR_ANOTHER: 'Espera una operación anterior de este dispositivo.',
  NOT_IMPLEMENTED: 'Esta función todavía no está disponible.',
  UNAVAILABLE: 'El servicio no está disponible en este momento. Intente de nuevo.',
  INTERNAL: 'Ha ocurrido un error, comuniquese con el administrador.',
};

/** The Spanish sentence of a refusal, to be shown as it is. */
export function refusalSentence(code: RefusalCode, facts: RefusalFacts = {}): string {
  const symbol = facts.symbol ?? '$';
  if (code === 'INSUFFICIENT_BALANCE' && facts.left !== undefined)
    return `El saldo no alcanza. Quedan ${formatMoney(facts.left, symbol)}.`;
  if (code === 'AMOUNT_TOO_LARGE' && facts.max !== undefined)
    return `El monto no puede ser mayor de ${formatMoney(facts.max, symbol)}.`;
  return plain[code];
}

import type { RefusalCode } from '#src/contract/refusals.ts';
import { formatAmount, formatMoney } from '../money.ts';
import { ownSentence, ownSentences } from './own-sentence.ts';

/** The sale in a sentence: its stall, amount in the smallest unit shown, local time ("14:50") and code. */
export type ChargedPurchase = { stall: string; amount: number; hour: string; code: string };

/** Figures for a sentence, in the smallest unit shown. */
export type RefusalFacts = {
  left?: number;
  reason?: string;
  symbol?: string;
  charged?: ChargedPurchase;
};

const plain: Record<RefusalCode, string> = {
  ...ownSentences,
  UNAUTHORIZED: 'Unauthorized',
  FORBIDDEN: 'Unauthorized',
  INVALID_CREDENTIALS: 'El correo, el tipo de usuario o la contraseña no son correctos.',
  ACCOUNT_PENDING: 'Su cuenta está pendiente de aprobación. Avise a la administración.',
  ACCOUNT_REJECTED: 'Su cuenta fue rechazada. Comuníquese con quien aprueba su registro.',
  SIGN_IN_AGAIN: 'Su contraseña cambió o sus sesiones se cerraron. Ingrese otra vez en este dispositivo.',
  MARKET_INACTIVE: 'El mercado de esta cuenta no está activo. Comuníquese con la administración.',
  SETUP_LINK_INVALID: 'Este enlace de primer uso ya no sirve.',
  INVALID_REQUEST: 'Revise los datos: hay campos que no son válidos.',
  MALFORMED_JSON: 'La solicitud no se pudo leer: debe enviarse como JSON.',
  BODY_TOO_LARGE: 'La solicitud es demasiado grande.',
  TOO_MANY_REQUESTS: 'Demasiados intentos. Espere un momento e intente de nuevo.',
  CAMERA_NEEDED: 'Ya se escribieron 40 códigos en una hora. Lea el código QR del papel con la cámara.',
  ROUTE_NOT_FOUND: 'Esta dirección no existe.',
  NOT_FOUND: 'No se encontró lo que busca.',
  EMAIL_TAKEN: 'Ya existe una cuenta con este correo y este tipo de usuario.',
  IDENTIFICATION_TAKEN: 'Ya existe un cliente con esta identificación.',
  UNKNOWN_MARKET: 'El id del mercado global no existe o el mercado no está aprobado.',
  UNKNOWN_CUSTOMER: 'No se encontró el cliente.',
  AMBIGUOUS_CODE: 'Este código corto está repetido. Lea el código QR.',
  AMOUNT_TOO_LARGE: 'El monto es demasiado grande.',
  ALREADY_CHARGED: 'El estante ya le cobró esta compra. No se cobró otra vez.',
  VOUCHER_EXISTS: 'Ya existe una recarga con este código.',
  VOUCHER_REISSUED: 'Este código QR ya se repuso con otro: no vuelve a servir.',
  JOIN_UNFIT: 'Escoja al menos dos códigos, todos del mismo cliente y mercado.',
  VOUCHER_IN_REVIEW: 'Hay algo por decidir con uno de estos códigos. Decídalo primero en Pendientes.',
  REFUNDS_OFF: 'Las devoluciones están apagadas. Se activan en Ajustes.',
  REFUND_OVER_CAP: 'Pasa del tope por persona para este motivo.',
  SHEET_CLOSED:
    'Ya pasó un día: estos códigos no se imprimen otra vez. Un punto de recarga repone el de quien lo pida.',
  TOP_UP_VOIDED: 'Esta recarga ya fue anulada.',
  TOP_UP_USED: 'Este código ya se usó. La recarga no se puede anular.',
  TOP_UP_IN_REVIEW: 'Hay una venta por decidir con este código. La recarga no se puede anular todavía.',
  TILL_SHORT: 'En la caja no hay tanto efectivo. Pida a su mercado que la anule.',
  TILL_FULL: 'La caja está llena. Pida al mercado que venga a contar y recibir el efectivo.',
  DIFFERENCE_UNANSWERED: 'Escoja quién responde por la diferencia.',
  UNKNOWN_PRODUCT: 'No se encontró el producto.',
  UNKNOWN_REWARD: 'Este premio ya no se canjea.',
  REWARD_CHANGED: 'El premio cambió. Revise cuánto cuesta.',
  UNKNOWN_PURCHASE: 'No se encontró la compra.',
  ALREADY_VOIDED: 'Esta compra ya fue anulada.',
  VOID_TOO_LATE: 'Usted solo puede anular el mismo día. Pídalo a su mercado.',
  ALREADY_PAID_OUT: 'Su mercado ya le pagó esta venta. Pídale a él que la anule.',
  POINTS_SPENT: 'El cliente ya gastó los puntos de esta venta. Pida al mercado que la anule.',
  NOT_ENOUGH_POINTS: 'Los puntos no alcanzan. Los de hoy se pueden canjear desde mañana.',
  REWARDS_OF_DAY: 'El mercado llegó al tope de premios en dinero de hoy.',
  IDENTIFICATION_MISMATCH: 'La identificación no es la del titular del código QR.',
  MARKET_CODE_INVALID: 'Ese código del mercado no sirve o ya se usó. Pida uno nuevo.',
  REISSUE_NOT_BLOCKED: 'Primero bloquee el código. Se repone pasado un rato, o ya con un código del mercado.',
  REISSUE_TOO_EARLY: 'Todavía no se puede reponer. Espere, o pida un código al mercado.',
  REISSUE_LIMIT: 'Este punto ya repuso hoy los códigos que puede. Pida un código al mercado.',
  VOUCHER_NOT_EXPIRED: 'Este código QR no ha vencido.',
  ACCOUNT_HOLDS_MONEY: 'Esta cuenta todavía tiene dinero o pendientes y no se puede eliminar.',
  CUSTOMER_HAS_BALANCE: 'El cliente todavía tiene saldo y no se puede eliminar.',
  REGISTRATION_CLOSED: 'Este mercado no recibe registros en este momento.',
  WRONG_PASSWORD: 'La contraseña actual no es correcta.',
  SECOND_FACTOR_NEEDED: 'Escriba también el código de su aplicación de códigos.',
  SECOND_FACTOR_WRONG: 'El código no es correcto o ya se usó. Espere el siguiente.',
  PASSWORD_TOO_COMMON:
    'Esta contraseña es muy fácil de adivinar. Escoja otra más larga, con varias palabras.',
  RESET_CODE_INVALID: 'El código no es correcto o ya no sirve. Pida uno nuevo.',
  MORE_THAN_OWED: 'El pago es mayor que lo que se debe.',
  LIST_MOVED:
    'La lista cambió mientras la revisaba. No se pagó ni se devolvió nada. Mírela otra vez y confirme.',
  TILL_MOVED: 'La caja cambió mientras contaba. Compare otra vez.',
  NOTHING_TO_COUNT: 'Con esa cuenta no se mueve ningún efectivo.',
  DAY_ALREADY_CLOSED: 'Este día ya está cerrado.',
  DAY_NOT_OVER: 'Un día futuro no se puede cerrar.',
  KEY_REUSED: 'Esta operación ya se registró con otros datos.',
  WRONG_STATE: 'Esta cuenta ya no está en ese estado.',
  DEVICE_UNKNOWN: 'Este dispositivo no está inscrito.',
  DEVICE_REVOKED: 'Este dispositivo fue retirado. Comuníquese con su mercado.',
  DEVICE_WAITING: 'Este dispositivo espera la aprobación de su mercado.',
  TOO_MANY_WAITING: 'Ya hay demasiados dispositivos suyos por aprobar. Pida a su mercado que los revise.',
  DEVICE_PROOF_INVALID: 'La firma del dispositivo no es válida.',
  RESCUE_UNREADABLE: 'Este archivo no sirve, fue cambiado o es de otro servidor.',
  DEVICE_OF_ANOTHER_MARKET: 'Este dispositivo es de otro mercado.',
  REGISTRATION_CHANGED: 'Los datos del cliente no son los que se registraron.',
  SALE_ASSIGNED: 'El mercado ya decidió quién asume esta venta: no se puede anular.',
  REVIEW_REJECTED: 'El mercado revisó esta operación y no la asumió.',
  CLIENT_TOO_OLD:
    'Esta versión de la aplicación ya no se atiende. Actualícela: lo que tiene pendiente se conserva.',
  UNAVAILABLE: 'El servicio no está disponible en este momento. Intente de nuevo.',
  INTERNAL: 'Ha ocurrido un error, comuniquese con el administrador.',
};

/** Sentences with a figure. */
const left: Partial<Record<RefusalCode, (left: number, symbol: string) => string>> = {
  NOT_ENOUGH_POINTS: (points) =>
    `Los puntos no alcanzan. Hay ${formatAmount(points)}; los de hoy se pueden canjear desde mañana.`,
  REWARDS_OF_DAY: (amount, symbol) =>
    `El mercado llegó al tope de premios en dinero de hoy. Quedan ${formatMoney(amount, symbol)}.`,
  REISSUE_TOO_EARLY: (minutes) =>
    minutes === 1
      ? 'Se puede reponer en 1 minuto, o ya con un código del mercado.'
      : `Se puede reponer en ${minutes} minutos, o ya con un código del mercado.`,
  CUSTOMER_HAS_BALANCE: (amount, symbol) =>
    `El cliente todavía tiene ${formatMoney(amount, symbol)} y no se puede eliminar.`,
  TOP_UP_USED: (amount, symbol) =>
    `Este código ya se usó: quedan ${formatMoney(amount, symbol)}. La recarga no se puede anular.`,
  TILL_SHORT: (amount, symbol) =>
    `En la caja hay ${formatMoney(amount, symbol)}: no alcanza. Pida a su mercado que la anule.`,
  TILL_FULL: (amount, symbol) =>
    `La caja está llena: le caben ${formatMoney(amount, symbol)}. Pida al mercado que venga a contar y recibir el efectivo.`,
  REFUND_OVER_CAP: (amount, symbol) =>
    `Pasa del tope por persona: a una de ellas se le pueden devolver ${formatMoney(amount, symbol)} por este motivo.`,
  MORE_THAN_OWED: (amount, symbol) => `El pago es mayor que lo que se debe: ${formatMoney(amount, symbol)}.`,
  LIST_MOVED: (amount, symbol) =>
    `La lista cambió mientras la revisaba: a esos estantes se les pueden pagar ${formatMoney(amount, symbol)}. No se pagó a nadie. Mírela otra vez y confirme.`,
  TILL_MOVED: (amount, symbol) =>
    `La caja cambió mientras contaba. Ahora se esperan ${formatMoney(amount, symbol)}.`,
};

/** Returns the Spanish sentence of a refusal, ready to be shown. */
export function refusalSentence(code: RefusalCode, facts: RefusalFacts = {}): string {
  const symbol = facts.symbol ?? '$';
  if (code === 'INSUFFICIENT_BALANCE') return ownSentence(code, facts);
  if (code === 'ALREADY_CHARGED' && facts.charged) {
    const { stall, amount, hour, code: purchase } = facts.charged;
    return `${stall} ya le cobró ${formatMoney(amount, symbol)} a las ${hour} (${purchase}). No se cobró otra vez.`;
  }
  if (code === 'AMOUNT_TOO_LARGE' && facts.left !== undefined)
    return `El monto no puede ser mayor de ${formatMoney(facts.left, symbol)}.`;
  if (code === 'INVALID_REQUEST' && facts.reason) return facts.reason;
  if (code === 'ACCOUNT_PENDING' && facts.reason)
    return `Su cuenta está pendiente de aprobación: la aprueba ${facts.reason}. Avísele.`;
  if (code === 'ACCOUNT_REJECTED' && facts.reason)
    return `Su cuenta fue rechazada: ${facts.reason} Comuníquese con quien aprueba su registro.`;
  if (code === 'ACCOUNT_HOLDS_MONEY' && facts.reason)
    return `No se puede eliminar. Antes hay que resolver: ${facts.reason}.`;
  if (facts.left !== undefined && left[code]) return left[code](facts.left, symbol);
  return plain[code];
}

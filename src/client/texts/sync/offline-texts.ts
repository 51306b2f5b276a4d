import type { AcceptanceRefusal } from '#src/domain/operations/offline-sale.ts';
import type { TopUpIssueRefusal } from '#src/domain/voucher/decide-top-up-issue.ts';
import type { ProofFault } from '#src/domain/voucher/verify-voucher.ts';

/**
 * Why this device does not decide offline. `most`: an amount in words, empty when nothing would be allowed.
 */
export const offlineRefusalTexts: Record<
  AcceptanceRefusal | ProofFault | TopUpIssueRefusal | 'NOT_ENROLLED',
  string
> = {
  NO_LIST: 'Esta tableta todavía no tiene los saldos.',
  LIST_TOO_OLD: 'Los saldos de esta tableta son muy viejos.',
  CLOCK_BEHIND: 'La hora de este equipo va atrasada.',
  NO_PROOF: 'Este código no trae firma. Lea el código QR del papel.',
  NOT_IN_LIST: 'Este código no está entre los saldos de la tableta: necesita conexión.',
  FOREIGN_VOUCHER: 'Este código es de otro mercado: necesita conexión.',
  SPENT_OR_BLOCKED: 'Este código ya no tiene saldo o está bloqueado.',
  NOT_ENOUGH_KNOWN: 'El saldo conocido no alcanza.',
  VOUCHER_LIMIT: 'Pasa de lo que un código paga sin conexión.',
  DEVICE_LIMIT: 'Pasa del límite de esta tableta sin conexión.',
  MALFORMED: 'La firma de este código está incompleta.',
  UNKNOWN_KEY: 'Esta tableta no conoce la firma de este código.',
  BAD_SIGNATURE: 'La firma de este código no es válida.',
  EXPIRED: 'Este código ya venció.',
  DEVICE_REVOKED: 'El punto que hizo este código fue retirado.',
  CERTIFICATE_EXPIRED: 'El permiso del punto que hizo este código venció.',
  BEYOND_CERTIFICATE: 'El código vale más de lo que ese punto puede firmar.',
  NO_CERTIFICATE: 'Este equipo no tiene permiso para firmar códigos.',
  CERTIFICATE_OVER: 'El permiso de este equipo para firmar códigos venció.',
  KIOSK_VOUCHER_LIMIT: 'Pasa del límite de una recarga sin conexión.',
  KIOSK_TOTAL_LIMIT: 'Pasa del límite de recargas sin conexión de este equipo.',
  TILL_FULL: 'La caja está llena. El mercado debe venir a contar y recibir el efectivo.',
  NOT_ENROLLED: 'Este equipo no está inscrito para trabajar sin conexión.',
};

export const offlineTexts = {
  mode: 'Sin conexión: modo limitado',
  modeNote: 'Solo puede cobrar o recargar dentro de los límites.',
  modeBack: 'Volvió la conexión.',
  modeSending: 'Lo pendiente se está enviando.',
  modeSent: 'Lo pendiente se envió.',
  modeSignIn: 'Ingrese para trabajar normal.',
  lock: 'Bloquear',
  signIn: 'Ingresar',
  known: 'Saldo conocido',
  knownAt: (when: string) => `Saldo de las ${when}`,
  knownByCode: 'Según el código. Este equipo no lo ha visto antes.',
  /** By the reason why the server did not show the voucher. */
  most: {
    network: (amount: string) => `Puede cobrar hasta ${amount} sin conexión.`,
    timeout: (amount: string) => `La respuesta tarda. Puede cobrar hasta ${amount}.`,
    'not-ours': (amount: string) => `El servidor no contesta. Puede cobrar hasta ${amount}.`,
    server: (amount: string) => `El servidor no contesta. Puede cobrar hasta ${amount}.`,
    unknown: (amount: string) => `El servidor todavía no tiene este código. Puede cobrar hasta ${amount}.`,
  },
  mostTopUp: (amount: string) => `Puede recargar hasta ${amount} sin conexión.`,
  none: 'No lo cobre sin conexión.',
  cannotCharge: 'Sin conexión esta tableta no puede cobrar. Espere la señal.',
  tryOnline: 'Intentar otra vez',
  scanNote: (most: string, when: string) =>
    `Sin conexión puede cobrar hasta ${most} por código. Saldos de las ${when}.`,
  listOld: (age: string) => `Los saldos tienen ${age}. Conéctese cuando pueda.`,
  hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
  days: (count: number) => (count === 1 ? '1 día' : `${count} días`),
  unknownCustomer: 'Cliente sin nombre aquí',
  accepted: 'Aceptada sin conexión',
  acceptedNote: 'Quedó guardada en esta tableta.',
  acceptedLater: 'Se envía y se confirma sola.',
  toSend: 'Por enviar',
  operation: 'Operación',
  notAccepted: 'Sin aceptar',
  notAcceptedNote: 'El equipo se cerró antes de aceptarla.',
  acceptNow: 'Aceptar ahora',
  notDelivered: 'No se entregó',
  withdrawn: 'No se cobró',
  withdrawnByPerson: 'Usted dijo que no se entregó nada.',
  withdrawnNote: 'Si alcanzó a cobrarse, se devuelve sola.',
  issued: 'Código entregado sin conexión',
  issuedNote: 'Sirve ya. Se envía y se confirma solo.',
  issueNow: 'Generar el código',
  registeredHere: 'Cliente guardado. Se registra solo.',
  foundHere: 'Guardado aquí',
  nobodyHereNotKept: 'Sin conexión este equipo no busca ni registra clientes. Espere la conexión.',
  nobodyHere: 'Sin conexión solo se encuentran los clientes de este equipo. Si no está, regístrelo.',
} as const;

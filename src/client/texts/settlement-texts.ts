import type { Assignee, ConflictState } from '#src/contract/conflicts/schemas.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';

export const conflictStateTexts: Record<ConflictState, string> = {
  waiting: 'Espera recarga',
  overspend: 'Pagado de más',
  review: 'En revisión',
  resolved: 'Resuelta',
};

export const conflictReasonTexts: Record<ConflictReason, string> = {
  SPENT_ELSEWHERE: 'El código ya se había gastado en otra parte.',
  VOUCHER_BLOCKED: 'El código estaba bloqueado.',
  UNKNOWN_VOUCHER: 'La recarga de este código no ha llegado.',
  BEYOND_LIMITS: 'El dispositivo pasó de los límites o usó saldos viejos.',
  CLAIM_UNTRUE:
    'El dispositivo dice un saldo que el código no tenía, o que usó una lista de saldos que nunca recibió.',
  TIME_IMPLAUSIBLE: 'La hora que dice el dispositivo no puede ser cierta.',
  TOLD_SPENT: 'El dispositivo ya sabía que este código no tenía saldo.',
  SHORTFALL_LIMIT: 'El dispositivo tiene demasiado por cubrir sin resolver.',
  CLEARING_LIMIT: 'El mercado del código llegó al tope de lo que puede deber a los otros.',
  BAD_PROOF: 'La firma del código no es válida.',
  DEVICE_REVOKED: 'El dispositivo estaba retirado.',
  OPERATOR_INACTIVE: 'El operador o el estante no estaba activo.',
  NOT_OPERATOR:
    'La persona no estaba inscrita en este dispositivo, o no había ingresado otra vez allí después de que cambió su contraseña o se cerraron sus sesiones.',
  CASH_RETURNED: 'El efectivo de este código ya se había devuelto.',
  CUSTOMER_GONE: 'El cliente fue eliminado o no quedó registrado.',
  JOURNAL_FORK: 'El dispositivo tiene dos historias.',
  PAID_OUT: 'Al estante ya se le había pagado esta venta.',
  POINTS_SPENT: 'El cliente ya gastó los puntos de esta venta.',
  TOO_LATE: 'No se deshizo el mismo día.',
  TILL_SHORT: 'En la caja no había tanto efectivo.',
  TILL_FULL: 'El punto ya tenía en su caja todo lo que puede tener.',
  ID_TAKEN:
    'El código ya tenía otra recarga, o el número del cliente es de otra persona. El cliente necesita un código nuevo.',
};

export const assigneeTexts: Record<Assignee, string> = {
  guarantee: 'Fondo de garantía',
  customer: 'El cliente',
  stall: 'El estante',
};

export const conflictsTexts = {
  title: 'Pendientes',
  intro: 'Ventas y recargas hechas sin conexión que necesitan a alguien.',
  filters: 'Filtrar pendientes',
  all: 'Todas',
  none: 'No hay pendientes',
  noneNote: 'Cuando una venta sin conexión no cuadre, aparece aquí.',
  sale: 'Venta',
  topUp: 'Recarga',
  topUpVoid: 'Recarga anulada',
  withdrawal: 'Venta retirada',
  missing: (amount: string) => `Faltan ${amount}`,
  alarm: 'Más de 24 horas',
  code: (shortCode: string) => `Código ${shortCode}`,
  at: (stall: string, device: string) => `${stall} · ${device}`,
  see: 'Ver y asignar',
  seeDone: 'Ver',
  trace: 'Dónde se usó este código sin conexión',
  traceOf: (stall: string, device: string, here: string, there: string) =>
    `${stall} · ${device} · ${here} · recibida ${there}`,
  assign: 'Quién lo asume',
  assignStallTopUpVoid: 'No se anula: el punto responde por el efectivo',
  assignWithdrawal: {
    guarantee: 'El fondo: se le devuelve al cliente y el estante conserva su pago',
    customer: 'Nadie: la venta queda como está',
    stall: 'El estante: se le devuelve al cliente y se le descuenta',
  },
  bearerNotes: {
    guarantee: 'El mercado lo paga. El estante y el cliente quedan a paz y salvo.',
    customer: 'Queda como deuda del cliente.',
    stall: 'El estante devuelve lo que faltó, o no recibe el pago.',
  },
  decide: 'Qué se hace',
  notYet: 'Todavía no',
  /** The choices for a top-up, whose loss has no bearer. */
  topUpChoices: {
    made: {
      label: 'La recarga se hace',
      note: 'El saldo queda en el código del cliente, y el efectivo en la caja del punto.',
      title: (amount: string) => `¿Hacer la recarga de ${amount}?`,
      yes: (amount: string) => `Sí, recargar ${amount}`,
    },
    renewed: {
      label: 'La recarga se hace con un código nuevo',
      note: 'Después imprima el código nuevo y entrégueselo al cliente. El papel que él tiene es de otra recarga.',
      title: (amount: string) => `¿Dar un código nuevo de ${amount}?`,
      yes: (amount: string) => `Sí, código nuevo de ${amount}`,
    },
    dropped: {
      label: 'La recarga no se hace',
      note: 'El punto le devuelve el efectivo al cliente.',
      title: (amount: string) => `¿No hacer la recarga de ${amount}?`,
      yes: () => 'Sí, no hacerla',
    },
  },
  printed: 'Volver a pendientes',
  note: 'Nota',
  noteHint: 'Por qué. La leen quienes revisen después.',
  noteNeeded: 'Escriba una nota.',
  continue: 'Continuar',
  askTitle: (amount: string, who: string) => `¿Asignar ${amount} a ${who}?`,
  askNote: 'Se registra con su nombre y no se puede deshacer.',
  yes: (amount: string) => `Sí, asignar ${amount}`,
  no: 'No asignar',
  done: 'Asignado',
  resolvedBy: (who: string, by: string, when: string) => `${who} · ${by} · ${when}`,
} as const;

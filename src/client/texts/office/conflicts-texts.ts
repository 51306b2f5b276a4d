import type { Assignee, ConflictState } from '#src/contract/devices/settlement.ts';
import type { ConflictReason } from '#src/contract/money/purchase.ts';

export const conflictStateTexts: Record<ConflictState, string> = {
  waiting: 'Espera recarga',
  overspend: 'Sobregiro',
  review: 'En revisión',
  resolved: 'Resuelta',
};

export const conflictReasonTexts: Record<ConflictReason, string> = {
  SPENT_ELSEWHERE: 'El código ya se había gastado en otra parte.',
  VOUCHER_BLOCKED: 'El código estaba bloqueado.',
  UNKNOWN_VOUCHER: 'La recarga de este código no ha llegado.',
  BEYOND_LIMITS: 'El dispositivo pasó de los límites o usó saldos viejos.',
  LIST_UNKNOWN: 'El dispositivo dice que usó una lista de saldos que nunca recibió.',
  BALANCE_OVERSTATED: 'El código no tenía el saldo que el dispositivo dice.',
  TIME_IMPLAUSIBLE: 'La hora que dice el dispositivo no puede ser cierta.',
  TOLD_SPENT: 'El dispositivo ya sabía que este código no tenía saldo.',
  SHORTFALL_LIMIT: 'El dispositivo tiene demasiado por cubrir sin resolver.',
  BAD_PROOF: 'La firma del código no es válida.',
  DEVICE_REVOKED: 'El dispositivo estaba retirado.',
  OPERATOR_INACTIVE: 'El operador o el estante no estaba activo.',
  NOT_OPERATOR: 'La persona no estaba inscrita en este dispositivo.',
  BINDING_SUSPENDED: 'Su contraseña cambió o sus sesiones se cerraron, y no había ingresado otra vez allí.',
  OPERATOR_UNSIGNED: 'No traía la firma de la persona, y nadie había ingresado con su contraseña.',
  CUSTOMER_GONE: 'El cliente fue eliminado o no quedó registrado.',
  JOURNAL_FORK: 'El dispositivo tiene dos historias.',
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
  open: 'Por resolver',
  none: 'No hay pendientes',
  noneNote: 'Cuando una venta sin conexión no cuadre, aparece aquí.',
  sale: 'Venta',
  topUp: 'Recarga',
  missing: (amount: string) => `Faltan ${amount}`,
  alarm: 'Más de 24 horas',
  code: (shortCode: string) => `Código ${shortCode}`,
  at: (stall: string, device: string) => `${stall} · ${device}`,
  see: 'Ver y asignar',
  seeDone: 'Ver',
  trace: 'Dónde se usó este código sin conexión',
  traceTime: (device: string, here: string, there: string) => `${device} · ${here} · recibida ${there}`,
  assign: 'Quién lo asume',
  assignStallTopUp: 'El punto: la recarga no se hace',
  guaranteeNote: 'El mercado lo paga. El estante y el cliente quedan a paz y salvo.',
  customerNote: 'Queda como deuda del cliente.',
  stallNote: 'El estante devuelve lo que faltó, o no recibe el pago.',
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
  more: 'Ver más',
} as const;

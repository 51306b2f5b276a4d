import type { TopUpVoidReason } from '#src/contract/topups/top-up-void.ts';

export const topUpVoidReasonTexts: Record<TopUpVoidReason, string> = {
  WRONG_AMOUNT: 'Monto equivocado',
  WRONG_PERSON: 'Otra persona',
  TWICE: 'Se recargó dos veces',
  OTHER: 'Otro',
};

export const topUpVoidTexts = {
  undo: 'Anular recarga',
  undoOf: (name: string, amount: string) => `Anular la recarga de ${amount} de ${name}`,
  ask: (amount: string) => `Anular recarga de ${amount}`,
  tear: 'Pida el papel y rómpalo. El código muere en todas las tabletas.',
  why: '¿Qué pasó?',
  till: 'Efectivo en caja',
  left: 'Queda',
  byMarket: 'La caja del punto no tiene tanto: sale de la caja del mercado.',
  no: 'No anular',
  yes: (amount: string) => `Sí, anular ${amount}`,
  verdict: 'Recarga anulada',
  later: 'La anulación se envía sola al mercado.',
  paidByMarket: 'El efectivo sale de la caja del mercado.',
  giveBack: (amount: string) => `Devuelva ${amount}`,
  customer: 'Cliente',
  code: 'Código',
  reason: 'Motivo',
  tillAfter: 'Caja',
  right: 'Recargar bien',
  close: 'Listo',
  list: 'Recargas',
  empty: 'Todavía no hay recargas',
  emptyNote: 'Las que se hagan aparecen aquí.',
  date: 'Fecha',
  point: 'Punto',
  amount: 'Monto',
  state: 'Estado',
} as const;

/** Shown after a customer has left the voucher's page. */
export const leftTexts = {
  title: 'Ya puede cerrar esta página',
  note: 'Guarde su papel: con él vuelve a entrar.',
  pendingTitle: 'Su compra sigue pendiente',
  pending: 'Mire su código antes de pagar otra vez.',
  back: 'Volver a mi código',
  staff: 'Trabajo en el mercado',
} as const;

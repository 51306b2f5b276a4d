/** What a customer reads after leaving the page of their code. */
export const leftTexts = {
  title: 'Ya puede cerrar esta página',
  note: 'Guarde su papel: con él vuelve a entrar.',
  pendingTitle: 'Su compra sigue pendiente',
  pending: 'Todavía no está pagada. Abra su código otra vez para ver si se confirmó.',
  back: 'Volver a mi código',
  staff: 'Trabajo en el mercado',
} as const;

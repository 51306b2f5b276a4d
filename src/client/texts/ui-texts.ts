export const keypadTexts = {
  pad: 'Teclado del monto',
  delete: 'Borrar el último número',
  clear: 'Borrar',
} as const;

export const carouselTexts = {
  place: (place: number, total: number) => `${place} de ${total}`,
} as const;

export const buttonTexts = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  back: 'Volver',
  goHome: 'Volver al inicio',
  previous: 'Anterior',
  next: 'Siguiente',
} as const;

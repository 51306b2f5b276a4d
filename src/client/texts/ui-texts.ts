export const keypadTexts = {
  pad: 'Teclado del monto',
  delete: 'Borrar el último número',
  clear: 'Borrar',
} as const;

export const carouselTexts = {
  previous: 'Anterior',
  next: 'Siguiente',
  place: (place: number, total: number) => `${place} de ${total}`,
} as const;

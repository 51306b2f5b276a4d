export const carouselTexts = {
  previous: 'Anterior',
  next: 'Siguiente',
  place: (place: number, total: number) => `${place} de ${total}`,
} as const;

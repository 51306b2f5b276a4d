export const updateTexts = {
  ready: 'Hay una versión nueva.',
  apply: 'Actualizar',
  busy: 'Termine la venta y toque otra vez.',
} as const;

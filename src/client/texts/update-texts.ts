export const updateTexts = {
  ready: 'Hay una versión nueva.',
  newer: 'Una parte de lo que respondió el servidor es de una versión más nueva y no se muestra.',
  'too-old': 'Esta versión ya no se atiende. Actualice: lo pendiente se conserva.',
  apply: 'Actualizar',
  later: 'Luego',
  busy: 'Termine la venta y toque otra vez.',
} as const;

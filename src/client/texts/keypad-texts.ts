export const keypadTexts = {
  pad: 'Teclado del monto',
  delete: 'Borrar el último número',
  clear: 'Borrar',
} as const;

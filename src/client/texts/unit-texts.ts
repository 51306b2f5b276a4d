/** What a product is sold by: one, and several. */
export const unitTexts = {
  unidad: ['unidad', 'unidades'],
  libra: ['libra', 'libras'],
  kilo: ['kilo', 'kilos'],
  atado: ['atado', 'atados'],
} as const;

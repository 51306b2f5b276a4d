/** Sales units, singular and plural. */
export const unitTexts = {
  unidad: ['unidad', 'unidades'],
  libra: ['libra', 'libras'],
  kilo: ['kilo', 'kilos'],
  atado: ['atado', 'atados'],
} as const;

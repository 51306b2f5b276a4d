/** Units of sale, singular and plural. */
export const unitTexts = {
  unidad: ['unidad', 'unidades'],
  libra: ['libra', 'libras'],
  kilo: ['kilo', 'kilos'],
  atado: ['atado', 'atados'],
} as const;

/** Counts a device's sales and top-ups in words. */
export function purchasesOrTopUps(count: number): string {
  return count === 1 ? '1 venta o recarga' : `${count} ventas o recargas`;
}

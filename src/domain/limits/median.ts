import type { Pesos } from '#src/contract/brands.ts';

/** Returns the median of the amounts, or 0 for an empty list. */
export function medianOf(amounts: readonly Pesos[]): Pesos {
  const sorted = [...amounts].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] ?? 0) + upper) / 2);
}

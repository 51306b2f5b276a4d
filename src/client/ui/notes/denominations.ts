/** The notes and coins in circulation in Colombia, largest first, in pesos. */
export const denominations = [
  100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50,
] as const;

export type Denomination = (typeof denominations)[number];

/** The largest coin; larger values are notes. */
export const largestCoin = 1_000;

/** A number of equal pieces, at least one. */
export type Heap = { readonly value: Denomination; readonly count: number };

/**
 * Returns the fewest notes and coins that make up `amount`, largest first: for 1, 2, 5 and their tens, the greedy choice
 * is the fewest. `over` is the remainder below the smallest coin.
 */
export function fewestPieces(amount: number): { heaps: Heap[]; over: number } {
  const heaps: Heap[] = [];
  let over = Math.max(0, Math.trunc(amount));
  for (const value of denominations) {
    const count = Math.floor(over / value);
    if (count > 0) heaps.push({ value, count });
    over -= count * value;
  }
  return { heaps, over };
}

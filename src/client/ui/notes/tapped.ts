import { type Denomination, denominations, fewestPieces, type Heap } from './denominations.ts';

/** The tray: the amount before the first tap (typed or chosen), and the pieces tapped since, in order. */
export type Tapped = { readonly base: number; readonly taps: readonly Denomination[] };

export const sumOf = ({ base, taps }: Tapped): number =>
  taps.reduce<number>((sum, value) => sum + value, base);

/** Returns the tray after the amount may have been changed elsewhere; if so, no piece counts as tapped. */
export function trayOf(tapped: Tapped, amount: number): Tapped {
  return sumOf(tapped) === amount ? tapped : { base: amount, taps: [] };
}

/** Returns the tapped pieces, largest first, not reduced to the fewest. */
export function heapsOnTray({ base, taps }: Tapped): Heap[] {
  const before = fewestPieces(base).heaps;
  return denominations.flatMap((value) => {
    const already = before.find((heap) => heap.value === value)?.count ?? 0;
    const count = already + taps.filter((tap) => tap === value).length;
    return count > 0 ? [{ value, count }] : [];
  });
}

/** Removes the last piece. Without taps, removes the smallest, and any amount smaller than a piece. */
export function withoutLast({ base, taps }: Tapped): Tapped {
  if (taps.length > 0) return { base, taps: taps.slice(0, -1) };
  const { heaps, over } = fewestPieces(base);
  if (over > 0) return { base: base - over, taps };
  return { base: base - (heaps.at(-1)?.value ?? 0), taps };
}

/** Removes one piece of this value, the most recently tapped first. */
export function without({ base, taps }: Tapped, value: Denomination): Tapped {
  const place = taps.lastIndexOf(value);
  if (place < 0) return { base: Math.max(0, base - value), taps };
  return { base, taps: taps.filter((_, at) => at !== place) };
}

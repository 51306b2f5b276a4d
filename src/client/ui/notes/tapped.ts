import { type Denomination, denominations, fewestPieces, type Heap } from './denominations.ts';

/** The tray: the amount before the first tap (typed or chosen), and the pieces tapped since, in order. */
export type Tapped = { readonly base: number; readonly taps: readonly Denomination[] };

export const sumOf = ({ base, taps }: Tapped): number =>
  taps.reduce<number>((sum, value) => sum + value, base);

/** The tray after the amount may have been changed by something else: then nothing counts as tapped. */
export function trayOf(tapped: Tapped, amount: number): Tapped {
  return sumOf(tapped) === amount ? tapped : { base: amount, taps: [] };
}

/** Large to small, as they were tapped and not as few as can be. */
export function heapsOnTray({ base, taps }: Tapped): Heap[] {
  const before = fewestPieces(base).heaps;
  return denominations.flatMap((value) => {
    const already = before.find((heap) => heap.value === value)?.count ?? 0;
    const count = already + taps.filter((tap) => tap === value).length;
    return count > 0 ? [{ value, count }] : [];
  });
}

/** The last piece goes; where nothing was tapped, the smallest, and what no piece is worth with it. */
export function withoutLast({ base, taps }: Tapped): Tapped {
  if (taps.length > 0) return { base, taps: taps.slice(0, -1) };
  const { heaps, over } = fewestPieces(base);
  if (over > 0) return { base: base - over, taps };
  return { base: base - (heaps.at(-1)?.value ?? 0), taps };
}

/** One piece of this value goes, the last of them that was tapped first. */
export function without({ base, taps }: Tapped, value: Denomination): Tapped {
  const place = taps.lastIndexOf(value);
  if (place < 0) return { base: Math.max(0, base - value), taps };
  return { base, taps: taps.filter((_, at) => at !== place) };
}

import { keepChoice, readKeptList } from '#src/client/device/kept-choice.ts';
import { purchaseTexts } from '#src/client/texts/purchases/purchase-texts.ts';
import { dayOf, daysText } from '#src/client/texts/written/dates.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

/** Stalls where a voucher may be spent, as far as they have loaded. */
export type StallsOfVoucher = { stalls: readonly Stall[]; ownMarketId: MarketCode };

/** Stalls where this phone paid, and when: ids only. */
type Known = readonly (readonly [stallId: string, boughtAtMs: number])[];

const mostKept = 12;

/** Returns the time of the last purchase by stall, ms since the epoch. */
export function readKnownStalls(): ReadonlyMap<string, number> {
  return new Map(read());
}

export function keepKnownStall(stallId: string, boughtAtMs: number): void {
  const others = read().filter(([id]) => id !== stallId);
  keepChoice('stalls', JSON.stringify([[stallId, boughtAtMs], ...others].slice(0, mostKept)));
}

/**
 * Orders stalls: of the voucher's market first, then those already used, the latest before all; the rest as
 * given.
 */
export function nearestFirst(
  { stalls, ownMarketId }: StallsOfVoucher,
  known: ReadonlyMap<string, number>,
): Stall[] {
  const at = ({ _id }: Stall): number => known.get(_id) ?? 0;
  const away = ({ globalMarketId }: Stall): number => (globalMarketId === ownMarketId ? 0 : 1);
  return [...stalls].sort((one, other) => away(one) - away(other) || at(other) - at(one));
}

/** "Compró aquí el 14 de nov" */
export function boughtOn(atMs: number): string {
  const day = dayOf(atMs);
  return purchaseTexts.boughtOn(daysText(day, day));
}

function read(): Known {
  return readKeptList('stalls', isKnown);
}

function isKnown(entry: unknown): entry is readonly [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}

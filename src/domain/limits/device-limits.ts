import { toAmount, type Amount, type Pesos } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';
import { addDays } from '../time/market-clock.ts';
import { medianOf } from './median.ts';

/** A stall with fewer market days than this has no usual day yet. */
const fewestDays = 3;
/** The usual day is the median of so many market days at most. */
const medianDays = 20;

/** Sales of a stall on one market day, "2026-11-25"; smallest unit shown. */
export type StallDay = { day: string; sold: Pesos };
/** Newest first; days without sales are absent. */
export type DaysOfStall = readonly StallDay[];

/**
 * Returns the total that a device may accept without a link: twice the median day of its stall, at least the market's floor, and never more
 * than the market's limit. `days`: the stall's sales on each of its last market days. Smallest unit shown.
 */
export function stallLimit(limits: DeviceTotals, days: readonly Pesos[]): Amount {
  return limitForUsual(limits, usualDay(days));
}

type DeviceTotals = Pick<OfflineLimits, 'perDevice' | 'stallFloor'>;

/** Returns the same limit from the median day, which is null before the third day. */
export function limitForUsual(
  { perDevice, stallFloor = perDevice }: DeviceTotals,
  usual: Pesos | null,
): Amount {
  return toAmount(Math.min(perDevice, Math.max(stallFloor, 2 * (usual ?? 0))));
}

/** Returns the median day of a stall, or null before its third day. */
export function usualDay(days: readonly Pesos[]): Amount | null {
  return days.length < fewestDays ? null : toAmount(medianOf(days));
}

/** Returns the sales of the last days that ended a whole day before `today`. The stall's limit follows these. */
export function countedDays(days: DaysOfStall, today: string): Pesos[] {
  const before = addDays(today, -1);
  return days
    .filter(({ day }) => day < before)
    .slice(0, medianDays)
    .map(({ sold }) => sold);
}

/**
 * Returns the largest limit that a device of these stalls received on any market day from `from` to `to`; the market's limit without stalls.
 * A day counts once it ended a whole day before. Until then its sum may still grow, and the server would judge a sale by another figure
 * than the one that the device received.
 */
export function limitOver(
  limits: DeviceTotals,
  stalls: readonly DaysOfStall[],
  { from, to }: { from: string; to: string },
): Amount {
  if (stalls.length === 0) return limits.perDevice;
  let most = toAmount(0);
  const last = to > from ? to : from;
  for (let day = from; day <= last; day = addDays(day, 1)) {
    for (const days of stalls) {
      const limit = stallLimit(limits, countedDays(days, day));
      if (limit > most) most = limit;
    }
  }
  return most;
}

/** Days of a stall that suffice to judge a sale on any list that is still valid. */
export const keptStallDays = medianDays + 40;

/** "2026-11-25" of an instant, ms since 1970; `dayStartMs`: from midnight UTC to the market's. */
export function marketDayOf(instantMs: number, { dayStartMs }: { dayStartMs: number }): string {
  return new Date(instantMs - dayStartMs).toISOString().slice(0, 10);
}

import type { Pesos } from '#src/contract/brands.ts';
import type { TakingsReason } from '#src/contract/takings/schemas.ts';
import { medianOf } from '../../limits/median.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** Paid without a look on any day of a stall that has sold for some days, smallest unit shown. */
export const leastTakings = 500_000;
/** So many usual days are paid without a look. */
const usualDays = 3;
/** A stall with fewer market days than this has no usual day yet. */
const fewestDays = 3;
/** The usual day is the median of so many market days at most. */
const mostDays = 20;

/** For each reason an amount, smallest unit shown. */
type ByReason = Readonly<Record<TakingsReason, Pesos>>;

/** One market day of a stall, in the server's time and the market's zone; smallest unit shown. */
export type TakingsDay = {
  /** "2026-11-25" */
  day: string;
  /** sold less voided, whenever it was voided */
  taken: Pesos;
  /** of it with vouchers of a point that passed its ceiling and whose cash has not come yet */
  overCeiling: Pesos;
  /** of it held for another reason already */
  heldElsewhere: Pesos;
  /** the stall was paid all of it since */
  isPaid: boolean;
  released: ByReason;
  /** what a person decided to keep in review */
  kept: ByReason;
};

/** What of a day waits for a person of the market. `usual`: the median of earlier days; null when there are too few. */
export type ReviewedDay = TakingsDay & { usual: Pesos | null; limit: Pesos; held: ByReason };

/**
 * What of a stall's days waits for a person of its market. `days`: from the oldest on. `newStallDay`: what a stall
 * without a usual day is paid for a day without a look. Of a day that waits itself only what is paid counts as usual:
 * who takes too much for weeks does not make it usual.
 */
export function reviewTakings(days: readonly TakingsDay[], newStallDay: Pesos): ReviewedDay[] {
  const reviewed: ReviewedDay[] = [];
  const paid: Pesos[] = [];
  for (const day of days) {
    const usual = paid.length < fewestDays ? null : medianOf(paid.slice(-mostDays));
    const limit = usual === null ? newStallDay : Math.max(leastTakings, usualDays * usual);
    const held = day.isPaid ? nothing : heldOf(day, limit);
    reviewed.push({ ...day, usual, limit, held });
    if (day.taken > 0) paid.push(day.taken - held.OVER_CEILING - held.UNUSUAL);
  }
  return reviewed;
}

const nothing: ByReason = { UNUSUAL: 0, OVER_CEILING: 0 };

function heldOf({ taken, overCeiling, heldElsewhere, released }: TakingsDay, limit: Pesos): ByReason {
  return {
    OVER_CEILING: Math.max(0, overCeiling - released.OVER_CEILING),
    UNUSUAL: Math.max(0, taken - overCeiling - heldElsewhere - limit - released.UNUSUAL),
  };
}

/** What of these days waits, smallest unit shown. */
export function heldInReview(days: readonly Pick<ReviewedDay, 'held'>[]): Pesos {
  return days.reduce<number>((sum, { held }) => sum + held.OVER_CEILING + held.UNUSUAL, 0);
}

/** A person has looked at all that waits, and keeps it. */
export function isKept(days: readonly Pick<ReviewedDay, 'held' | 'kept'>[]): boolean {
  return days.every(
    ({ held, kept }) => held.UNUSUAL <= kept.UNUSUAL && held.OVER_CEILING <= kept.OVER_CEILING,
  );
}

/** One line of a verdict, smallest unit shown. */
export type VerdictLine = { day: string; reason: TakingsReason; amount: Pesos };

/**
 * A person of the market says of what they saw of a stall that it is paid, or stays in review. What has come to it since
 * they looked is not theirs to release: `seen` is what their screen showed, taken from the oldest day on. The plan is
 * what each day and reason gets.
 */
export function decideTakings(
  { seen }: { seen: Pesos },
  /** null when the market has no such stall */
  days: readonly ReviewedDay[] | null,
): CallDecision<readonly VerdictLine[]> {
  if (!days) return refuse('UNKNOWN_STALL');
  const lines: VerdictLine[] = [];
  let left = seen;
  for (const { day, held } of days)
    for (const reason of ['UNUSUAL', 'OVER_CEILING'] as const) {
      const amount = Math.min(held[reason], left);
      if (amount > 0) lines.push({ day, reason, amount });
      left -= amount;
    }
  return left > 0 ? refuse('TAKINGS_MOVED', seen - left) : { kind: 'post', plan: lines };
}

/** A sale as it may wait, smallest unit shown. */
export type TakenSale = { amount: Pesos; isOverCeiling: boolean };

/**
 * Which sales of a day wait, and with how much: those beyond what is paid and released, the last ones first, and all
 * with vouchers of a point that passed its ceiling. `sales`: the newest first.
 */
export function heldSales<Sale extends TakenSale>(
  sales: readonly Sale[],
  { held }: Pick<ReviewedDay, 'held'>,
): { sale: Sale; amount: Pesos; reason: TakingsReason }[] {
  const left = { ...held };
  return sales.flatMap((sale) => {
    const reason = sale.isOverCeiling ? 'OVER_CEILING' : 'UNUSUAL';
    const amount = Math.min(sale.amount, left[reason]);
    left[reason] -= amount;
    return amount > 0 ? [{ sale, amount, reason }] : [];
  });
}

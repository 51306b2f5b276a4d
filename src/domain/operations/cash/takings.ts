import type { Pesos } from '#src/contract/brands.ts';
import type { TakingsReason } from '#src/contract/takings/schemas.ts';
import { medianOf } from '../../limits/median.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** Daily amount that is paid without review to a stall that has sold for some days, smallest unit shown. */
export const leastTakings = 500_000;
/** Multiple of the usual day that is paid without review. */
const usualDays = 3;
/** A stall with fewer market days has no usual day yet. */
const fewestDays = 3;
/** The usual day is the median of at most this many market days. */
const mostDays = 20;

/** An amount for each reason, smallest unit shown. */
type ByReason = Readonly<Record<TakingsReason, Pesos>>;

/** One market day of a stall, in the server's time and the market's zone; smallest unit shown. */
export type TakingsDay = {
  /** "2026-11-25" */
  day: string;
  /** Sales less voids, whenever they were voided. */
  taken: Pesos;
  /** The part paid with vouchers of a point above its ceiling whose cash has not arrived yet. */
  overCeiling: Pesos;
  /** The part that is already held for another reason. */
  heldElsewhere: Pesos;
  /** The stall has since been paid all of it. */
  isPaid: boolean;
  released: ByReason;
  /** Amounts that a manager decided to keep under review. */
  kept: ByReason;
};

/** A day with its part under review. `usual`: the median of earlier days; null when there are too few. */
export type ReviewedDay = TakingsDay & { usual: Pesos | null; limit: Pesos; held: ByReason };

/**
 * Returns the parts of a stall's days under review. `days`: oldest first. `newStallDay`: daily amount that a
 * stall without a usual day is paid without review. Only the paid part of a reviewed day counts as usual, so
 * that weeks of excess do not become usual.
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

/** Returns the total under review in these days, smallest unit shown. */
export function heldInReview(days: readonly Pick<ReviewedDay, 'held'>[]): Pesos {
  return days.reduce<number>((sum, { held }) => sum + held.OVER_CEILING + held.UNUSUAL, 0);
}

/** A manager has seen everything under review and keeps it there. */
export function isKept(days: readonly Pick<ReviewedDay, 'held' | 'kept'>[]): boolean {
  return days.every(
    ({ held, kept }) => held.UNUSUAL <= kept.UNUSUAL && held.OVER_CEILING <= kept.OVER_CEILING,
  );
}

/** One line of a verdict, smallest unit shown. */
export type VerdictLine = { day: string; reason: TakingsReason; amount: Pesos };

/**
 * Decides a manager's verdict on a stall: release for payment, or keep under review. `seen` is the amount on
 * their screen, applied from the oldest day on, so that later sales are not released unseen. The plan has the
 * amount of each day and reason.
 */
export function decideTakings(
  { seen }: { seen: Pesos },
  /** Null when the market has no such stall. */
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

/** A sale that may be under review, smallest unit shown. */
export type TakenSale = { amount: Pesos; isOverCeiling: boolean };

/**
 * Returns the sales of a day under review, with their amounts: those beyond the paid and released amount,
 * latest first, and all with vouchers of a point above its ceiling. `sales`: newest first.
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

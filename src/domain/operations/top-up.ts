import type { Pesos } from '#src/contract/brands.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { refuse, review, type Decision, type Refused } from './decision.ts';
import { doubtOf, type JournalFacts } from './journal/doubt.ts';
import type { MarketCodeFact } from './reissue.ts';

/**
 * What a point holds that nobody has received, en camino included, and how much its market lets it hold. Smallest unit
 * shown.
 */
export type TillRoom = { held: Pesos; ceiling: Pesos };

/** Cash against a new voucher; amounts in the smallest unit shown. */
export type TopUpFacts = {
  /** the largest amount of one top-up */
  max: Pesos;
  /** the person whom the command names now, after merges */
  customer: 'active' | 'deleted' | 'unknown';
  /** inactive: the point or its market may not work */
  point: 'active' | 'inactive' | 'unknown';
  /** an account has the voucher's id already */
  isVoucherTaken: boolean;
  /**
   * A person of the market stands for it, or our own seal does. Its amount, its point, its point's till and a deleted
   * customer no longer matter.
   */
  isApproved: boolean;
  /** with the code of the market that the top-up carries; null where it is approved */
  till: (TillRoom & { code: MarketCodeFact }) | null;
};

/** A kiosk's journal brings it: the cash was taken and the voucher issued. */
export type TopUpEntry = JournalFacts & {
  /** the point belongs to another market than the device */
  isForeignPoint: boolean;
  /** What a device may make without a session on it, for each voucher and in all. null when the point is signed in. */
  unsigned: { each: Pesos; inAll: Pesos } | null;
};

/**
 * `usesCode`: beyond what the till may hold, by the market's code, which is used up with it. `unsignedMost`: the
 * device's sum without a session may reach this much, counted as it is posted. null when it is not counted.
 */
export type TopUpPlan = { unsignedMost: Pesos | null; usesCode: boolean };

/** Facts that the posting statement checks itself (`ledger/top-ups.ts`, which is `refusalOf` in SQL). */
export const checkedAsPosted = { customer: 'active', point: 'active', isVoucherTaken: false } as const;

/**
 * Why a person decides about a top-up that a call would refuse. A taken voucher is refused either way: no person could
 * approve it.
 */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  AMOUNT_TOO_LARGE: 'BEYOND_LIMITS',
  UNKNOWN_CUSTOMER: 'CUSTOMER_GONE',
  FORBIDDEN: 'OPERATOR_INACTIVE',
  // The cash was taken, and its customer holds a voucher.
  TILL_FULL: 'TILL_FULL',
  MARKET_CODE_INVALID: 'TILL_FULL',
};

/** `entry` is null for a call with a session, or a person's decision about a line. */
export function decideTopUp(
  { amount }: { amount: Pesos },
  facts: TopUpFacts,
  entry: TopUpEntry | null,
): Decision<TopUpPlan> {
  // It may have registered after the copy that this database was restored from.
  if (entry && facts.point === 'unknown') return { kind: 'wait', code: 'FORBIDDEN' };
  // This market owes no voucher for that cash.
  if (entry?.isForeignPoint && !entry.isProven) return refuse('FORBIDDEN');
  const doubt = entry && doubtOf(entry);
  if (doubt) return review(doubt);
  const refused = refusalOf(amount, facts);
  const reason = refused && entry && reasonOf[refused.code];
  if (reason) return review(reason);
  const unsigned = entry?.isProven ? null : (entry?.unsigned ?? null);
  if (unsigned && amount > unsigned.each) return beyondUnsigned;
  const { till } = facts;
  const usesCode = till !== null && isBeyond(amount, till);
  return refused ?? { kind: 'post', plan: { unsignedMost: unsigned?.inAll ?? null, usesCode } };
}

/**
 * Without a session the device's key is the only word for a top-up. A sum that it may not exceed is counted last, under
 * its lock.
 */
export const beyondUnsigned = review('BEYOND_LIMITS');

function refusalOf(amount: Pesos, facts: TopUpFacts): Refused | null {
  const { max, customer, point, isVoucherTaken, isApproved, till } = facts;
  if (amount > max && !isApproved) return refuse('AMOUNT_TOO_LARGE', max);
  if (customer === 'unknown' || (customer === 'deleted' && !isApproved)) return refuse('UNKNOWN_CUSTOMER');
  if (point === 'unknown' || (point === 'inactive' && !isApproved)) return refuse('FORBIDDEN');
  if (isVoucherTaken) return refuse('VOUCHER_EXISTS');
  if (!till || isApproved || !isBeyond(amount, till) || till.code === 'valid') return null;
  return till.code === 'invalid' ? refuse('MARKET_CODE_INVALID') : refuse('TILL_FULL', roomIn(till));
}

/** What a point may still take before it hands over, smallest unit shown. */
export function roomIn({ held, ceiling }: TillRoom): Pesos {
  return Math.max(0, ceiling - held);
}

function isBeyond(amount: Pesos, till: TillRoom): boolean {
  return amount > roomIn(till);
}

import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { CashSource } from '#src/contract/topups/top-up-void.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import { refuse, review, type Decision, type Refused } from '../decision.ts';
import { doubtOf, type JournalFacts } from '../doubt.ts';

/** A top-up and its history so far; amounts in the smallest unit shown. */
export type TopUpVoidFacts = {
  amount: Pesos;
  /** Balance of its voucher. */
  balance: Pesos;
  isVoided: boolean;
  isBlocked: boolean;
  isExpired: boolean;
  /** An offline sale that awaits a decision may still take the balance. */
  isPromised: boolean;
  /** Null when its market requests it, on any day; otherwise its point does. */
  point: { isSameDay: boolean } | null;
  till: Pesos;
  /**
   * Shortage at the till's first count after the cash was returned, less the part already explained; null
   * without a later count.
   */
  missingAtCount: Pesos | null;
};

export type TopUpVoidPlan = { paidFrom: CashSource };

/** Why a person decides about a void that its point could not make by a call. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  TOP_UP_VOIDED: 'CASH_RETURNED',
  VOID_TOO_LATE: 'TOO_LATE',
  TILL_SHORT: 'TILL_SHORT',
  VOUCHER_BLOCKED: 'VOUCHER_BLOCKED',
  VOUCHER_EXPIRED: 'TIME_IMPLAUSIBLE',
};

/**
 * Decides the void of an unspent top-up, whole. `entry` is null for a call with a session. For a journal
 * entry the cash is already gone, so a void that its point could not make by a call goes to a person instead
 * of being refused.
 */
export function decideTopUpVoid(
  facts: TopUpVoidFacts,
  entry: (JournalFacts & { isInTime: boolean; isOwn: boolean }) | null,
): Decision<TopUpVoidPlan> {
  const decided = decideNow(facts);
  if (!entry) return decided;
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  if (!entry.isOwn) return review('NOT_OPERATOR');
  if (!entry.isInTime) return review('TIME_IMPLAUSIBLE');
  return decided.kind === 'post' ? decided : review(reasonOf[decided.code] ?? 'SPENT_ELSEWHERE');
}

function decideNow(facts: TopUpVoidFacts): { kind: 'post'; plan: TopUpVoidPlan } | Refused {
  const { amount, balance, point } = facts;
  if (facts.isVoided) return refuse('TOP_UP_VOIDED');
  if (balance !== amount) return refuse('TOP_UP_USED', balance);
  if (facts.isBlocked) return refuse('VOUCHER_BLOCKED');
  if (facts.isExpired) return refuse('VOUCHER_EXPIRED');
  if (facts.isPromised) return refuse('TOP_UP_IN_REVIEW');
  if (point && !point.isSameDay) return refuse('VOID_TOO_LATE');
  const paidFrom = cashSourceOf(facts);
  return point && paidFrom === 'MARKET'
    ? refuse('TILL_SHORT', facts.till)
    : { kind: 'post', plan: { paidFrom } };
}

/**
 * Returns the source of the returned cash. A count that found the shortage has already booked it as a
 * difference. Otherwise the till that took the top-up pays if it holds enough, else the market, because the
 * cash was counted and fetched.
 */
export function cashSourceOf({
  amount,
  till,
  missingAtCount,
}: Pick<TopUpVoidFacts, 'amount' | 'till' | 'missingAtCount'>): CashSource {
  if (missingAtCount !== null && missingAtCount >= amount) return 'DIFFERENCE';
  return till >= amount ? 'TILL' : 'MARKET';
}

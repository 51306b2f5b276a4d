import type { Pesos } from '#src/contract/brands.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { CashSource } from '#src/contract/topups/top-up-void.ts';
import { refuse, review, type Decision, type Refused } from './decision.ts';
import { doubtOf, type JournalFacts } from './journal/doubt.ts';

/** A top-up and what became of it until now; amounts in the smallest unit shown. */
export type TopUpVoidFacts = {
  amount: Pesos;
  /** of its voucher */
  balance: Pesos;
  isVoided: boolean;
  isBlocked: boolean;
  isExpired: boolean;
  /** a sale without a link that waits for a person may still take it */
  isPromised: boolean;
  /** its point pays cash back only by the market's decision, because a finder could ask for it */
  hasPin: boolean;
  /** null when its market asks, on any day. Else its point does */
  point: { isSameDay: boolean } | null;
  till: Pesos;
  /**
   * what the till's first count after the cash went back found missing and nothing has explained yet; null when no
   * count followed
   */
  missingAtCount: Pesos | null;
};

export type TopUpVoidPlan = { paidFrom: CashSource };

/** Why a person decides about a void that its point could not have had by a call. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  TOP_UP_VOIDED: 'TOP_UP_UNDONE',
  TOP_UP_VOID_TOO_LATE: 'TOO_LATE',
  TILL_SHORT: 'TILL_SHORT',
  VOUCHER_BLOCKED: 'VOUCHER_BLOCKED',
  VOUCHER_EXPIRED: 'TIME_IMPLAUSIBLE',
  PIN_ASKS_MARKET: 'PIN_MISSING',
};

/**
 * Undoes an unspent top-up whole. `entry` is null for a call with a session. By a journal the cash is gone already: what
 * its point could not have by a call is not refused but goes to a person.
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
  if (point && !point.isSameDay) return refuse('TOP_UP_VOID_TOO_LATE');
  if (point && facts.hasPin) return refuse('PIN_ASKS_MARKET');
  const paidFrom = cashSourceOf(facts);
  return point && paidFrom === 'MARKET'
    ? refuse('TILL_SHORT', facts.till)
    : { kind: 'post', plan: { paidFrom } };
}

/**
 * Out of whose cash it went back. A count that found it missing has booked it as a difference already; else the till it
 * was made at pays while that holds as much, and else (its cash was counted and taken away) the market.
 */
export function cashSourceOf({
  amount,
  till,
  missingAtCount,
}: Pick<TopUpVoidFacts, 'amount' | 'till' | 'missingAtCount'>): CashSource {
  if (missingAtCount !== null && missingAtCount >= amount) return 'DIFFERENCE';
  return till >= amount ? 'TILL' : 'MARKET';
}

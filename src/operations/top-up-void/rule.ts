import * as z from 'zod/mini';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { topUpVoidReasonSchema, type CashSource } from '#src/contract/topups/top-up-void.ts';
import type { Pesos, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { opIdField } from '#src/protocol/fields.ts';
import { refuse, review, type CallDecision, type Decision } from '../decision.ts';
import { doubtOf, type JournalFacts } from '../doubt.ts';
import { topUpIdentity } from '../top-up/rule.ts';
import type { Transfer, CashKind } from '../transfer.ts';

/** The balance goes back, and its cash to the customer. */
export type TopUpVoidMovement = {
  transfers: Transfer<'voucher', CashKind>;
  detail: {
    /** The voided movement. */
    topUpId: string;
    voucherId: VoucherId;
    topUpPointId: string;
    marketId: MarketId;
    amount: Amount;
    /** Source of the returned cash. */
    paidFrom: CashSource;
    reason: string;
  };
};

/**
 * The cash of a top-up was returned to its customer, without an answer or after the server voided it under
 * this same operation. It counts at most once, whatever the top-up's state.
 */
export const topUpVoidPayload = z.strictObject({
  topUpOpId: opIdField,
  ...topUpIdentity,
  reason: topUpVoidReasonSchema,
});
export type TopUpVoidPayload = z.infer<typeof topUpVoidPayload>;

/** A top-up and its history so far; amounts in the smallest unit shown. */
export type TopUpVoidFacts = {
  amount: Pesos;
  /** The market asks, or its own point. */
  isOwn: boolean;
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

/** Decides the void of an unspent top-up, whole. `topUp` is null when the market has no such top-up. */
export function decideTopUpVoid(topUp: TopUpVoidFacts | null): CallDecision<TopUpVoidPlan> {
  if (!topUp?.isOwn) return refuse('UNKNOWN_TOP_UP');
  const { amount, balance, point } = topUp;
  if (topUp.isVoided) return refuse('TOP_UP_VOIDED');
  if (balance !== amount) return refuse('TOP_UP_USED', balance);
  if (topUp.isBlocked) return refuse('VOUCHER_BLOCKED');
  if (topUp.isExpired) return refuse('VOUCHER_EXPIRED');
  if (topUp.isPromised) return refuse('TOP_UP_IN_REVIEW');
  if (point && !point.isSameDay) return refuse('VOID_TOO_LATE');
  const paidFrom = cashSourceOf(topUp);
  return point && paidFrom === 'MARKET'
    ? refuse('TILL_SHORT', topUp.till)
    : { kind: 'post', plan: { paidFrom } };
}

/**
 * The top-up that a journal names. reused: its id is that of another operation. open: a line, so that nothing was made
 * yet. made: with the facts of its void; null when the market has no such top-up.
 */
type NamedTopUp =
  | { state: 'reused' }
  | { state: 'open' }
  | { state: 'refused' }
  | { state: 'made'; topUp: TopUpVoidFacts | null };

/** drop: the top-up is never made. */
export type CashReturnedPlan = { kind: 'drop' | 'nothing' } | { kind: 'void'; plan: TopUpVoidPlan };

/** Why a person decides about a void that its point could not make by a call. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  VOID_TOO_LATE: 'TOO_LATE',
  TILL_SHORT: 'TILL_SHORT',
  VOUCHER_BLOCKED: 'VOUCHER_BLOCKED',
  VOUCHER_EXPIRED: 'TIME_IMPLAUSIBLE',
};

/**
 * Decides a void in a kiosk's journal. The cash is already gone, so a void that its point could not make by a call goes to
 * a person instead of being refused. The ledger identifies the top-up: one with other facts is another operation.
 */
export function decideCashReturned(
  named: NamedTopUp,
  entry: JournalFacts & { isInTime: boolean },
): Exclude<Decision<CashReturnedPlan>, { kind: 'wait' }> {
  if (named.state === 'open') return { kind: 'post', plan: { kind: 'drop' } };
  if (named.state === 'refused') return { kind: 'post', plan: { kind: 'nothing' } };
  if (named.state === 'reused' || !named.topUp) return refuse('KEY_REUSED');
  // A doubt would hide that the cash was returned again.
  if (named.topUp.isOwn && named.topUp.isVoided) return review('CASH_RETURNED');
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  if (!named.topUp.isOwn) return review('NOT_OPERATOR');
  if (!entry.isInTime) return review('TIME_IMPLAUSIBLE');
  const decided = decideTopUpVoid(named.topUp);
  return decided.kind === 'post'
    ? { kind: 'post', plan: { kind: 'void', plan: decided.plan } }
    : review(reasonOf[decided.code] ?? 'SPENT_ELSEWHERE');
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

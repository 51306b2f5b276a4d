import type { Pesos } from '#src/contract/brands.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { isSameDocument } from '../identification.ts';
import { isClosed, latestEnd } from '../voucher/voucher-validity.ts';
import { refuse, type Decision } from './decision.ts';
import type { MarketCodeFact } from './reissue.ts';

/** A voucher that gives all that is on it to the new one. Amounts in the smallest unit shown. */
export type JoinPart = {
  state: VoucherState;
  balance: Pesos;
  expiresAt: Date | null;
  /** the owner after merges */
  personId: string;
  marketId: string;
  identificacion: string;
  hasPin: boolean;
};

export type JoinFacts = {
  /** null when one of them is unknown here */
  parts: readonly JoinPart[] | null;
  /** an account has the new voucher's id already */
  isNewTaken: boolean;
  /**
   * null when the market or ADMIN asks. `isFromList`: the parts are named from a list, so that the till was not shown
   * them.
   */
  till: { isFromList: boolean; code: MarketCodeFact } | null;
};

/**
 * `given`: what each part gives, in their order. `usesCode`: by the market's code and not by what the till was shown;
 * the code is used up with it.
 */
export type JoinPlan = {
  amount: Pesos;
  given: readonly Pesos[];
  expiresAt: Date | null;
  usesCode: boolean;
};

/**
 * Joins active vouchers of one person and one market into a new one, which ends with the last of them. The person who
 * brought the vouchers could have spent them, so a till only has to read each. For vouchers that it was not shown, or
 * that have a PIN, it needs a code of its market.
 */
export function decideJoin(
  { identificacion }: { identificacion: string },
  { parts, isNewTaken, till }: JoinFacts,
): Exclude<Decision<JoinPlan>, { kind: 'review' | 'wait' }> {
  if (!parts) return refuse('UNKNOWN_VOUCHER');
  const [first] = parts;
  if (!first || parts.length < 2) return refuse('JOIN_TOO_FEW');
  if (!areOfOne(parts)) return refuse('JOIN_MIXED');
  if (!isSameDocument(first.identificacion, identificacion)) return refuse('IDENTIFICATION_MISMATCH');
  for (const { state } of parts) if (state !== 'ACTIVE') return refuse(`VOUCHER_${state}`);
  if (isNewTaken) return refuse('VOUCHER_EXISTS');
  const hasPin = parts.some((part) => part.hasPin);
  const usesCode = till !== null && (till.isFromList || hasPin);
  if (usesCode && hasPin && till.code === 'none') return refuse('PIN_ASKS_MARKET');
  if (usesCode && till.code !== 'valid') return refuse('MARKET_CODE_INVALID');
  return { kind: 'post', plan: planOf(parts, Number.POSITIVE_INFINITY, usesCode) };
}

/**
 * Posts a join of the time that a restore lost, by the codes that were joined. They give at most `amount`, which the
 * customer's paper names; what is left stays on the closed vouchers, for sales that come back. `parts` is null when one
 * of them has not come back yet itself.
 */
export function decideConfirmedJoin(
  { amount }: { amount: Pesos | null },
  { parts, isNewTaken }: Pick<JoinFacts, 'parts' | 'isNewTaken'>,
): Exclude<Decision<JoinPlan>, { kind: 'review' }> {
  if (!parts) return { kind: 'wait', code: 'UNKNOWN_VOUCHER' };
  if (!areOfOne(parts)) return refuse('JOIN_MIXED');
  for (const { state } of parts) if (isClosed(state)) return refuse(`VOUCHER_${state}`);
  if (isNewTaken) return refuse('VOUCHER_EXISTS');
  const plan = planOf(parts, amount ?? Number.POSITIVE_INFINITY, false);
  return plan.amount > 0 ? { kind: 'post', plan } : { kind: 'wait', code: 'VOUCHER_SPENT' };
}

function areOfOne(parts: readonly JoinPart[]): boolean {
  const [first] = parts;
  return parts.every(({ personId, marketId }) => personId === first?.personId && marketId === first.marketId);
}

/** The parts give in their order until `most` is reached. */
function planOf(parts: readonly JoinPart[], most: Pesos, usesCode: boolean): JoinPlan {
  const given: Pesos[] = [];
  let amount = 0;
  for (const { balance } of parts) {
    const part = Math.min(balance, most - amount);
    given.push(part);
    amount += part;
  }
  return { amount, given, expiresAt: latestEnd(parts.map((part) => part.expiresAt)), usesCode };
}

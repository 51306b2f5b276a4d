import type { Pesos } from '#src/contract/brands.ts';
import type { VoucherState } from '#src/contract/money/voucher.ts';
import { isSameDocument } from '../identification.ts';
import { latestEnd } from '../voucher/voucher-validity.ts';
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
};

export type JoinFacts = {
  /** null: one of them is unknown here */
  parts: readonly JoinPart[] | null;
  /** an account has the new voucher's id already */
  isNewTaken: boolean;
  /** null: the market or ADMIN asks. `isFromList`: the parts are named from a list, so that the till was not shown them. */
  till: { isFromList: boolean; code: MarketCodeFact } | null;
};

/** `usesCode`: by the market's code and not by what the till was shown; the code is used up with it. */
export type JoinPlan = { amount: Pesos; expiresAt: Date | null; usesCode: boolean };

/**
 * Joins active vouchers of one person and one market into a new one, which ends with the last of them. The person who brought the vouchers
 * could have spent them, so a till only has to read each. For vouchers that it was not shown it needs a code of its market.
 */
export function decideJoin(
  { identificacion }: { identificacion: string },
  { parts, isNewTaken, till }: JoinFacts,
): Exclude<Decision<JoinPlan>, { kind: 'review' | 'wait' }> {
  if (!parts) return refuse('UNKNOWN_VOUCHER');
  const [first] = parts;
  if (!first || parts.length < 2) return refuse('JOIN_TOO_FEW');
  const { personId, marketId } = first;
  if (parts.some((part) => part.personId !== personId || part.marketId !== marketId))
    return refuse('JOIN_MIXED');
  if (!isSameDocument(first.identificacion, identificacion)) return refuse('IDENTIFICATION_MISMATCH');
  for (const { state } of parts) if (state !== 'ACTIVE') return refuse(`VOUCHER_${state}`);
  if (isNewTaken) return refuse('VOUCHER_EXISTS');
  const usesCode = till?.isFromList === true;
  if (usesCode && till.code !== 'valid') return refuse('MARKET_CODE_INVALID');
  const amount = parts.reduce<number>((sum, { balance }) => sum + balance, 0);
  const expiresAt = latestEnd(parts.map((part) => part.expiresAt));
  return { kind: 'post', plan: { amount, expiresAt, usesCode } };
}

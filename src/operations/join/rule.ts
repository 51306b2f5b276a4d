import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import { latestEnd } from '#src/domain/voucher/voucher-validity.ts';
import type { Pesos, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { refuse, type Decision } from '../decision.ts';
import type { MarketCodeFact } from '../reissue/rule.ts';
import type { Transfer } from '../transfer.ts';

/** Balances of several vouchers move to a new one. */
export type JoinMovement = {
  transfers: Transfer<'voucher', 'voucher'>;
  detail: {
    newVoucherId: VoucherId;
    customerId: string;
    marketId: MarketId;
    /** Sum of its parts. */
    amount: Amount;
    parts: number;
    /** The market had permitted it to a till. */
    withCode: boolean;
  };
};

/** A voucher that pays its whole balance into the new one. Amounts in the smallest unit shown. */
export type JoinPart = {
  state: VoucherState;
  balance: Pesos;
  expiresAt: Date | null;
  /** The owner after merges. */
  personId: string;
  marketId: string;
  identificacion: string;
};

export type JoinFacts = {
  /** Null when one of them is unknown here. */
  parts: readonly JoinPart[] | null;
  /** An account already has the new voucher's id. */
  isNewTaken: boolean;
  /**
   * Null for the market or ADMIN. `isFromList`: the parts were chosen in a list, so that the till has not
   * scanned them.
   */
  till: { isFromList: boolean; code: MarketCodeFact } | null;
};

/** `usesCode`: permitted by a market code, which is used up, rather than by scanning. */
export type JoinPlan = { amount: Pesos; expiresAt: Date | null; usesCode: boolean };

/**
 * Decides the join of active vouchers of one person and one market into a new one, which expires with the
 * last of them. The person who presented the vouchers could have spent them, so a till only has to scan each.
 * For vouchers that it has not scanned it needs a market code.
 */
export function decideJoin(
  { identificacion }: { identificacion: string },
  { parts, isNewTaken, till }: JoinFacts,
): Exclude<Decision<JoinPlan>, { kind: 'review' | 'wait' }> {
  if (!parts) return refuse('UNKNOWN_VOUCHER');
  const [first] = parts;
  if (!first || parts.length < 2 || !areOfOne(parts)) return refuse('JOIN_UNFIT');
  if (!isSameDocument(first.identificacion, identificacion)) return refuse('IDENTIFICATION_MISMATCH');
  for (const { state } of parts) if (state !== 'ACTIVE') return refuse(`VOUCHER_${state}`);
  if (isNewTaken) return refuse('VOUCHER_EXISTS');
  const usesCode = till !== null && till.isFromList;
  if (usesCode && till.code !== 'valid') return refuse('MARKET_CODE_INVALID');
  const amount = parts.reduce<Pesos>((sum, { balance }) => sum + balance, 0);
  return {
    kind: 'post',
    plan: { amount, expiresAt: latestEnd(parts.map((part) => part.expiresAt)), usesCode },
  };
}

function areOfOne(parts: readonly JoinPart[]): boolean {
  const [first] = parts;
  return parts.every(({ personId, marketId }) => personId === first?.personId && marketId === first.marketId);
}

import { isSameDocument } from '#src/domain/identification.ts';
import type { Pesos, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { refuse, type Decision, type Refused } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** A voucher's balance moves to a new one. */
export type ReissueMovement = {
  transfers: Transfer<'voucher', 'voucher'>;
  detail: {
    kind: 'reissue';
    voucherId: VoucherId;
    newVoucherId: VoucherId;
    marketId: MarketId;
    amount: Amount;
    /** The market had permitted it to a till. */
    withCode: boolean;
  };
};

/**
 * A one-time code of the market. none: the command carries none. invalid: wrong, expired, used, or for
 * another purpose.
 */
export type MarketCodeFact = 'none' | 'valid' | 'invalid';

/**
 * A till's own permission: some time after the block, so that owner and market can object, and a limited
 * number per day.
 */
export type TillReissues = {
  code: MarketCodeFact;
  /** Ms since 1970; null when the voucher is not blocked. */
  blockedAt: number | null;
  delayMs: number;
  perDay: number;
  /** Reissues by this till today without a code. */
  doneToday: number;
};

export type ReissueFacts = {
  /** Null when unknown here. `balance` in the smallest unit shown. */
  voucher: { balance: Pesos; expiresAt: Date | null; identificacion: string } | null;
  /** An account already has the new voucher's id. */
  isNewTaken: boolean;
  /** Null for the market or ADMIN, who may at any time. */
  till: TillReissues | null;
  now: Date;
};

/** `usesCode`: permitted by a market code, which is used up. */
export type ReissuePlan = { amount: Pesos; usesCode: boolean };

/**
 * Decides the move of a lost voucher's balance to a new one. A blocked or closed voucher may be reissued as
 * well: money that a void returned to it belongs to its owner.
 */
export function decideReissue(
  { identificacion }: { identificacion: string },
  { voucher, isNewTaken, till, now }: ReissueFacts,
): Exclude<Decision<ReissuePlan>, { kind: 'review' | 'wait' }> {
  if (!voucher) return refuse('UNKNOWN_VOUCHER');
  if (!isSameDocument(voucher.identificacion, identificacion)) return refuse('IDENTIFICATION_MISMATCH');
  if (voucher.expiresAt && voucher.expiresAt <= now) return refuse('VOUCHER_EXPIRED');
  if (voucher.balance === 0) return refuse('VOUCHER_SPENT');
  if (isNewTaken) return refuse('VOUCHER_EXISTS');
  const refusal = till && refusalOfTill(till, now.getTime());
  const usesCode = till !== null && till.code !== 'none';
  return refusal ?? { kind: 'post', plan: { amount: voucher.balance, usesCode } };
}

/**
 * Returns why a till may not reissue yet, or null; a market code permits it at once. `left` is in minutes.
 */
function refusalOfTill(
  { code, blockedAt, delayMs, perDay, doneToday }: TillReissues,
  now: number,
): Refused | null {
  if (code !== 'none') return code === 'valid' ? null : refuse('MARKET_CODE_INVALID');
  if (blockedAt === null) return refuse('REISSUE_NOT_BLOCKED');
  if (doneToday >= perDay) return refuse('REISSUE_LIMIT');
  const waitMs = blockedAt + delayMs - now;
  return waitMs > 0 ? refuse('REISSUE_TOO_EARLY', Math.ceil(waitMs / 60_000)) : null;
}

import type { Pesos } from '#src/contract/brands.ts';
import { isSameDocument } from '../identification.ts';
import { refuse, type Decision, type Refused } from './decision.ts';

/** A one-time code of the market. none: the command carries none. invalid: wrong, old, used, or for something else. */
export type MarketCodeFact = 'none' | 'valid' | 'invalid';

/** A till's own permission: some time after the block, so that owner and market can object, and so many a day. */
export type TillReissues = {
  code: MarketCodeFact;
  /** ms since 1970; null when the voucher is not blocked */
  blockedAt: number | null;
  delayMs: number;
  perDay: number;
  /** by this till today, without a code */
  doneToday: number;
};

export type ReissueFacts = {
  /** null when it is unknown here. `balance` in the smallest unit shown. */
  voucher: { balance: Pesos; expiresAt: Date | null; identificacion: string; hasPin: boolean } | null;
  /** an account has the new voucher's id already */
  isNewTaken: boolean;
  /** null when the market or ADMIN asks, who may at any time */
  till: TillReissues | null;
  now: Date;
};

/** `usesCode`: by the market's code, which is used up with it. */
export type ReissuePlan = { amount: Pesos; usesCode: boolean };

/**
 * Moves the balance of a lost voucher to a new one. A blocked or closed voucher may be replaced as well: what a void
 * returned to it is its owner's.
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
  const refusal = till && refusalOfTill(till, voucher.hasPin, now.getTime());
  const usesCode = till !== null && till.code !== 'none';
  return refusal ?? { kind: 'post', plan: { amount: voucher.balance, usesCode } };
}

/**
 * With a code of its market a till may reissue at once. A voucher with a PIN always needs that code, because a finder could ask for a
 * reissue. Returns null where the till may; `left` is in minutes.
 */
function refusalOfTill(
  { code, blockedAt, delayMs, perDay, doneToday }: TillReissues,
  hasPin: boolean,
  now: number,
): Refused | null {
  if (code !== 'none') return code === 'valid' ? null : refuse('MARKET_CODE_INVALID');
  if (hasPin) return refuse('PIN_ASKS_MARKET');
  if (blockedAt === null) return refuse('REISSUE_NOT_BLOCKED');
  if (doneToday >= perDay) return refuse('REISSUE_LIMIT');
  const waitMs = blockedAt + delayMs - now;
  return waitMs > 0 ? refuse('REISSUE_TOO_EARLY', Math.ceil(waitMs / 60_000)) : null;
}

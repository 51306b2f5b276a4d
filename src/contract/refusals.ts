import { toAmount, type Amount } from '../protocol/brands.ts';

/**
 * never: final, and the same id gets it again. busy: the server takes no call of this kind now. notYet: it
 * could not handle this one call, which does not affect the operation.
 */
export type Retry = 'never' | 'busy' | 'notYet';

type RefusalRule = {
  /** HTTP status. */
  status: number;
  retry: Retry;
  /** The voucher is exhausted; server and device remember that it was reported. */
  exhaustsVoucher: boolean;
  /** The answer contains the voucher's remaining balance, which the device stores. */
  saysLeft: boolean;
};

const no = (status: number): RefusalRule => ({
  status,
  retry: 'never',
  exhaustsVoucher: false,
  saysLeft: false,
});
const busy = (status: number): RefusalRule => ({ ...no(status), retry: 'busy' });
const notYet = (status: number): RefusalRule => ({ ...no(status), retry: 'notYet' });
const emptied: RefusalRule = { ...no(409), exhaustsVoucher: true };

/**
 * Meaning of each refusal for its receiver, for every code of an answer that is not a success. No other codes
 * exist.
 */
export const refusals = {
  UNAUTHORIZED: no(401),
  FORBIDDEN: no(403),
  INVALID_CREDENTIALS: no(401),
  ACCOUNT_PENDING: no(403),
  ACCOUNT_REJECTED: no(403),
  MARKET_INACTIVE: no(403),
  NOT_OPERATOR: no(403),
  SIGN_IN_AGAIN: no(403),
  SETUP_LINK_INVALID: no(403),
  INVALID_REQUEST: no(400),
  MALFORMED_JSON: no(400),
  BODY_TOO_LARGE: no(413),
  TOO_MANY_REQUESTS: busy(429),
  CAMERA_NEEDED: busy(429),
  ROUTE_NOT_FOUND: notYet(404),
  NOT_FOUND: no(404),
  EMAIL_TAKEN: no(409),
  IDENTIFICATION_TAKEN: no(409),
  UNKNOWN_MARKET: no(404),
  UNKNOWN_CUSTOMER: no(404),
  UNKNOWN_VOUCHER: no(404),
  AMBIGUOUS_CODE: no(409),
  UNKNOWN_STALL: no(404),
  AMOUNT_ZERO: no(400),
  AMOUNT_TOO_LARGE: no(400),
  INSUFFICIENT_BALANCE: { ...no(409), saysLeft: true },
  ALREADY_CHARGED: no(409),
  CLEARING_LIMIT: no(409),
  VOUCHER_SPENT: emptied,
  VOUCHER_BLOCKED: emptied,
  VOUCHER_EXPIRED: emptied,
  VOUCHER_EXISTS: no(409),
  VOUCHER_REISSUED: emptied,
  VOUCHER_VOIDED: emptied,
  VOUCHER_REFUNDED: emptied,
  VOUCHER_IN_REVIEW: no(409),
  REFUNDS_OFF: no(409),
  REFUND_OVER_CAP: no(409),
  VOUCHER_JOINED: emptied,
  JOIN_UNFIT: no(409),
  SHEET_CLOSED: no(409),
  UNKNOWN_TOP_UP: no(404),
  TOP_UP_VOIDED: no(409),
  TOP_UP_USED: no(409),
  TOP_UP_IN_REVIEW: no(409),
  TILL_SHORT: no(409),
  TILL_FULL: no(409),
  DIFFERENCE_UNANSWERED: no(400),
  UNKNOWN_PRODUCT: no(404),
  UNKNOWN_REWARD: no(404),
  REWARD_CHANGED: no(409),
  UNKNOWN_PURCHASE: no(404),
  ALREADY_VOIDED: no(409),
  VOID_TOO_LATE: no(409),
  ALREADY_PAID_OUT: no(409),
  POINTS_SPENT: no(409),
  NOT_ENOUGH_POINTS: no(409),
  REWARDS_OF_DAY: no(409),
  IDENTIFICATION_MISMATCH: no(409),
  MARKET_CODE_INVALID: no(409),
  REISSUE_NOT_BLOCKED: no(409),
  REISSUE_TOO_EARLY: no(409),
  REISSUE_LIMIT: no(409),
  VOUCHER_NOT_EXPIRED: no(409),
  CUSTOMER_HAS_BALANCE: no(409),
  ACCOUNT_HOLDS_MONEY: no(409),
  REGISTRATION_CLOSED: no(409),
  WRONG_PASSWORD: no(409),
  RESET_CODE_INVALID: no(409),
  PASSWORD_TOO_COMMON: no(409),
  SECOND_FACTOR_NEEDED: no(409),
  SECOND_FACTOR_WRONG: no(409),
  MORE_THAN_OWED: no(409),
  LIST_MOVED: no(409),
  TILL_MOVED: no(409),
  NOTHING_TO_COUNT: no(409),
  DAY_ALREADY_CLOSED: no(409),
  DAY_NOT_OVER: no(409),
  KEY_REUSED: no(422),
  WRONG_STATE: no(409),
  DEVICE_UNKNOWN: no(401),
  DEVICE_REVOKED: no(403),
  DEVICE_WAITING: no(403),
  TOO_MANY_WAITING: no(409),
  DEVICE_PROOF_INVALID: no(401),
  DEVICE_OF_ANOTHER_MARKET: no(403),
  RESCUE_UNREADABLE: no(422),
  REGISTRATION_CHANGED: no(422),
  WAITS_FOR_ANOTHER: notYet(409),
  WITHDRAWN: no(409),
  REVIEW_REJECTED: no(409),
  SALE_ASSIGNED: no(409),
  CLIENT_TOO_OLD: busy(426),
  UNAVAILABLE: busy(503),
  INTERNAL: notYet(500),
} satisfies Record<string, RefusalRule>;

export type RefusalCode = keyof typeof refusals;

/**
 * A code as a client reads it: a known one, or one of a newer server. The message is for people in either
 * case.
 */
export type ReadCode = RefusalCode | (string & { readonly ofNewerServer?: never });

function ruleOf(code: ReadCode): RefusalRule | undefined {
  return Object.hasOwn(refusals, code) ? refusals[code as RefusalCode] : undefined;
}

/**
 * Returns whether and when the same call may be repeated. A server error does not decide the operation,
 * whatever its code.
 */
export function retryOf(code: ReadCode, status: number): Retry {
  if (status === 429 || status === 503) return 'busy';
  const retry = ruleOf(code)?.retry ?? 'never';
  return retry === 'never' && status >= 500 ? 'notYet' : retry;
}

export function exhaustsVoucher(code: ReadCode | undefined): boolean {
  return code !== undefined && ruleOf(code)?.exhaustsVoucher === true;
}

/** Returns the part of a refusal's body with the voucher's remaining balance. */
export function leftOf(code: RefusalCode, { left }: { left?: number }): { left?: Amount } {
  return refusals[code].saysLeft && left !== undefined ? { left: toAmount(left) } : {};
}

/** Lengths and amounts of the specification, section 5 and 9; the one place where both sides find them. */
export const maxLength = {
  ownerName: 60,
  estanteName: 60,
  globalMarketId: 6,
  marketName: 40,
  email: 60,
  identificacion: 40,
  phone: 60,
  password: 60,
  shortDescription: 60,
  productName: 60,
  bankName: 40,
  reason: 200,
} as const;

export const minPasswordLength = 6;
export const minOwnerNameLength = 5;
export const phoneDigits = 10;

/** The largest amount any call takes, in the smallest unit shown. Keeps every sum a safe integer. */
export const maxAmount = 1_000_000_000_000;

/** One page of an unbounded list. */
export const maxPageSize = 100;
export const defaultPageSize = 25;

/** QR on screen, CSS pixels. */
export const qrSize = 200;

/** Stalls paid in one act, at most: one transaction. */
export const maxPaidAtOnce = 500;

/** What comes off one payout, at most. */
export const maxDeductions = 3;

/** Papers in one act of joining. */
export const maxJoined = 30;

/** Codes that pay one sale: one digit, so that their order is that of their codes. */
export const maxShares = 6;
/** products noted with one sale */
export const maxSaleLines = 30;

/** An email. Each part begins where the one before it must end: the time grows with the text and not with its square. */
export const emailForm = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** The same, or the user name of an account without one. */
export const signInNameForm = /^[^\s@]+(?:@[^\s@.]+(?:\.[^\s@.]+)+)?$/;

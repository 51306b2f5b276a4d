/** Lengths and amounts of the specification, sections 5 and 9; the one place for both sides. */
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

/** Rows per page of an unbounded list. */
export const maxPageSize = 100;
export const defaultPageSize = 25;

/** Size of a QR on screen, CSS pixels. */
export const qrSize = 200;

/** Stalls per run of payouts: one transaction. */
export const maxPaidAtOnce = 500;

/** Vouchers per join. */
export const maxJoined = 30;

/** Products noted per sale. */
export const maxPurchaseLines = 30;

/** An email address. Each part starts where the previous one must end, so the time is linear in the text. */
export const emailForm = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** The same, or the user name of an account without one. */
export const signInNameForm = /^[^\s@]+(?:@[^\s@.]+(?:\.[^\s@.]+)+)?$/;

import type { VoucherState } from '#src/contract/vouchers/schemas.ts';

/**
 * Person who looks at a voucher. A holder has it in hand, and may have found it. A named holder has typed its
 * owner's identification. The office is a top-up point, a market or an administrator with a session.
 */
export type VoucherAsker = 'holder' | 'named-holder' | 'office';

/** Data shown besides the voucher itself. */
type Shown = {
  /** The owner's vouchers and their total. */
  others: boolean;
  /** The owner's points. */
  points: boolean;
};

const nothing: Shown = { others: false, points: false };
const points: Shown = { others: false, points: true };
const everything: Shown = { others: true, points: true };

/**
 * A voucher that no longer pays is as often in a bin as in a pocket, so its holder sees only the voucher
 * itself.
 */
const shown: Record<VoucherAsker, Record<VoucherState, Shown>> = {
  holder: {
    ACTIVE: points,
    SPENT: points,
    BLOCKED: nothing,
    EXPIRED: nothing,
    VOIDED: nothing,
    REFUNDED: nothing,
    JOINED: nothing,
  },
  'named-holder': {
    ACTIVE: everything,
    SPENT: points,
    BLOCKED: nothing,
    EXPIRED: nothing,
    VOIDED: nothing,
    REFUNDED: nothing,
    JOINED: nothing,
  },
  office: {
    ACTIVE: everything,
    SPENT: everything,
    BLOCKED: everything,
    EXPIRED: everything,
    VOIDED: everything,
    REFUNDED: everything,
    JOINED: everything,
  },
};

/** Returns what a voucher in this state shows to this person. */
export function whatIsShown(asker: VoucherAsker, state: VoucherState): Shown {
  return shown[asker][state];
}

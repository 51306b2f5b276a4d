import type { VoucherState } from '#src/contract/vouchers/schemas.ts';

/**
 * Who looks at a voucher. A holder has it in hand, and may have found it. A named holder has typed its owner's identification. The office is
 * a top-up point, a market or an administrator with a session.
 */
export type VoucherAsker = 'holder' | 'named-holder' | 'office';

/** What is shown beside the voucher itself. */
type Shown = {
  /** the sum of its owner's vouchers, and each of them */
  others: boolean;
  /** its owner's points */
  points: boolean;
};

const nothing: Shown = { others: false, points: false };
const points: Shown = { others: false, points: true };
const everything: Shown = { others: true, points: true };

/** A voucher that pays no more is in a bin as often as in a pocket: to its holder it shows itself. */
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

/** What a voucher in this state shows to whoever asks. */
export function whatIsShown(asker: VoucherAsker, state: VoucherState): Shown {
  return shown[asker][state];
}

import type { Pesos } from '#src/contract/brands.ts';
import type { RefundReason } from '#src/contract/vouchers/refund.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { isClosed } from '../voucher/voucher-validity.ts';
import { refuse, type CallDecision, type Decision } from './decision.ts';

export type RefundAsked = {
  /** the balances that the list showed, smallest unit shown; in one order with `vouchers` of the facts */
  shown: readonly Pesos[];
  reason: RefundReason;
  /** when the market decided it */
  at: Date;
};

/** A voucher of the market that refunds it. Smallest unit shown. */
export type RefundableVoucher = {
  id: string;
  /** whom the owner was merged into since, or the owner */
  personId: string;
  balance: Pesos;
  /** null for never */
  expiresAt: Date | null;
  /** a sale without a link that waits for a person may still take it */
  isPromised: boolean;
};

export type RefundFacts<Voucher extends RefundableVoucher> = {
  /** the market's setting; `cap`: for one person in `refundCapDays` */
  rules: { on: boolean; cap: Pesos };
  /** null when the market has issued no such voucher */
  vouchers: readonly (Voucher | null)[];
  /** by person, what the market has refunded since `refundCapSince` for reasons that the cap counts */
  refunded: ReadonlyMap<string, Pesos>;
};

/** Reasons that the market has no say in: it refunds all that is left. */
export const reasonsWithoutCap: readonly RefundReason[] = ['MARKET_CLOSES', 'AUTHORITY'];

export function isCapped(reason: RefundReason): boolean {
  return !reasonsWithoutCap.includes(reason);
}

const refundCapDays = 365;

/** Refunds recorded after this moment count against the cap. */
export function refundCapSince(at: Date): Date {
  return new Date(at.getTime() - refundCapDays * 86_400_000);
}

/**
 * Refunds what is left on vouchers out of the market's own cash, all of them or none, each named once. What was shown is
 * what is refunded: a balance that has changed stops the whole act. The plan is what is refunded whole and closed.
 */
export function decideRefund<Voucher extends RefundableVoucher>(
  { shown, reason, at }: RefundAsked,
  { rules, vouchers, refunded }: RefundFacts<Voucher>,
): CallDecision<readonly Voucher[]> {
  if (!rules.on) return refuse('REFUNDS_OFF');
  const known = vouchers.filter((voucher) => voucher !== null);
  if (new Set(known.map(({ id }) => id)).size < vouchers.length) return refuse('UNKNOWN_VOUCHER');
  for (const [n, { expiresAt, balance, isPromised }] of known.entries()) {
    if (expiresAt && expiresAt <= at) return refuse('VOUCHER_EXPIRED');
    if (balance !== shown[n]) return refuse('REFUND_MOVED');
    if (isPromised) return refuse('VOUCHER_IN_REVIEW');
  }
  const left = isCapped(reason) ? leftUnderCap(known, rules.cap, refunded) : null;
  return left === null ? { kind: 'post', plan: known } : refuse('REFUND_OVER_CAP', left);
}

/** Returns what the first person over the cap may still get, smallest unit shown. null when everybody stays within it. */
function leftUnderCap(
  vouchers: readonly RefundableVoucher[],
  cap: Pesos,
  refunded: ReadonlyMap<string, Pesos>,
): Pesos | null {
  const asked = new Map<string, number>();
  for (const { personId, balance } of vouchers) asked.set(personId, (asked.get(personId) ?? 0) + balance);
  for (const [personId, sum] of asked) {
    const before = refunded.get(personId) ?? 0;
    if (before + sum > cap) return Math.max(0, cap - before);
  }
  return null;
}

/** A voucher that a paper says was refunded in the time that a restore lost. */
export type ConfirmedVoucher = {
  state: VoucherState;
  balance: Pesos;
  /** this very confirmation has closed it, and some of its cash is not posted yet */
  isClosedByIt: boolean;
};

/**
 * Posts a refund of the time that a restore lost, whose cash has left: as much of `amount` as the voucher holds now, and
 * never more than the cash. The rest waits, for what comes back to the voucher. Neither the cap nor the switch of
 * refunds is asked, as the market has paid. `voucher` is null when it has not come back yet itself. The plan is the sum
 * to post; whatever it is, the voucher is closed.
 */
export function decideConfirmedRefund(
  { amount }: { amount: Pesos },
  voucher: ConfirmedVoucher | null,
): Exclude<Decision<Pesos>, { kind: 'review' }> {
  if (!voucher) return { kind: 'wait', code: 'UNKNOWN_VOUCHER' };
  const { state, balance, isClosedByIt } = voucher;
  if (!isClosedByIt && isClosed(state)) return refuse(`VOUCHER_${state}`);
  const given = Math.min(amount, balance);
  return given > 0 ? { kind: 'post', plan: given } : { kind: 'wait', code: 'VOUCHER_SPENT' };
}

import type { RefundReason } from '#src/contract/vouchers/refund.ts';
import type { ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import type { Pesos, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** The market pays out a voucher's balance. */
export type RefundMovement = {
  transfers: Transfer<'voucher', 'treasury'>;
  detail: {
    /** "D-00014" */
    number: number;
    voucherId: VoucherId;
    customerId: string;
    marketId: MarketId;
    amount: Amount;
    reason: string;
  };
};

export type RefundAsked = {
  /** Balances on the list, smallest unit shown, in the same order as `vouchers` of the facts. */
  shown: readonly Pesos[];
  reason: RefundReason;
  /** When the market decided it. */
  at: Date;
};

/** A voucher of the market that refunds it. Smallest unit shown. */
export type RefundableVoucher = {
  id: string;
  /** The owner, or the customer into whom the owner was merged. */
  personId: string;
  balance: Pesos;
  /** Null for never. */
  expiresAt: Date | null;
  /** A closed one holds what a void has returned since, which is its owner's even after its end. */
  closedAs: ClosedAs;
  /** A line that awaits a decision may still take the balance. */
  isPromised: boolean;
};

export type RefundFacts<Voucher extends RefundableVoucher> = {
  /** The market's setting. `cap`: per person within `refundCapDays`. */
  rules: { on: boolean; cap: Pesos };
  /** Null when the market has issued no such voucher. */
  vouchers: readonly (Voucher | null)[];
  /** By person, the market's refunds since `refundCapSince` for reasons that count towards the cap. */
  refunded: ReadonlyMap<string, Pesos>;
};

/** Reasons that leave the market no choice: it refunds the whole balance. */
export const reasonsWithoutCap: readonly RefundReason[] = ['MARKET_CLOSES', 'AUTHORITY'];

export function isCapped(reason: RefundReason): boolean {
  return !reasonsWithoutCap.includes(reason);
}

const refundCapDays = 365;

/** Returns the moment after which refunds count towards the cap. */
export function refundCapSince(at: Date): Date {
  return new Date(at.getTime() - refundCapDays * 86_400_000);
}

/**
 * Decides refunds of whole balances from the market's own cash, all or none, each voucher named once. A
 * balance other than the one shown stops the whole act. The plan lists the vouchers to refund and close.
 */
export function decideRefund<Voucher extends RefundableVoucher>(
  { shown, reason, at }: RefundAsked,
  { rules, vouchers, refunded }: RefundFacts<Voucher>,
): CallDecision<readonly Voucher[]> {
  if (!rules.on) return refuse('REFUNDS_OFF');
  const known = vouchers.filter((voucher) => voucher !== null);
  if (new Set(known.map(({ id }) => id)).size < vouchers.length) return refuse('UNKNOWN_VOUCHER');
  for (const [n, { expiresAt, closedAs, balance, isPromised }] of known.entries()) {
    if (expiresAt && expiresAt <= at && closedAs === null) return refuse('VOUCHER_EXPIRED');
    if (balance !== shown[n]) return refuse('LIST_MOVED');
    if (isPromised) return refuse('VOUCHER_IN_REVIEW');
  }
  const left = isCapped(reason) ? leftUnderCap(known, rules.cap, refunded) : null;
  return left === null ? { kind: 'post', plan: known } : refuse('REFUND_OVER_CAP', left);
}

/**
 * Returns what the first person over the cap may still get, smallest unit shown, or null when every person
 * stays within it.
 */
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

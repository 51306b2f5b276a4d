import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** The cash that a stall gets, and the deductions from its balance beside it; smallest unit shown. */
export type Payment = { amount: Pesos; deductions: readonly { monto: Pesos }[] };

/** A stall's balance, and the part of it that no voucher covered and no person has assigned; smallest unit shown. */
export type StallDues = { owed: Pesos; held: Pesos };

/** A stall's balance before and after, smallest unit shown. */
export type PayoutPlan = { owedBefore: Pesos; owedAfter: Pesos };

/**
 * Pays one stall, never more than it is owed with its deductions. What is held stays unless the manager includes it. `stall` null: the
 * market has no such stall.
 */
export function decidePayout(
  { amount, deductions, includesHeld }: Payment & { includesHeld: boolean },
  stall: StallDues | null,
): CallDecision<PayoutPlan> {
  if (!stall) return refuse('UNKNOWN_STALL');
  const most = payable(stall, includesHeld);
  const leaves = amount + deductedIn(deductions);
  if (leaves > most) return refuse('MORE_THAN_OWED', most);
  return { kind: 'post', plan: { owedBefore: stall.owed, owedAfter: stall.owed - leaves } };
}

/** One line of a run, with what its list showed of the stall: all it was ever paid, and since when its payment way holds. */
export type ListedPayment = Payment & {
  stallId: string;
  paid: Pesos;
  /** null: it never said how it is paid; undefined: the list did not show it */
  wayAt: string | null | undefined;
};
export type ListedStall = StallDues & { paid: Pesos; wayAt: string | null };

/**
 * Pays several stalls, all or none, each as if it were paid alone and without what is held. A run is made from a list: where a stall
 * was paid since, chose another payment way, or is owed less, nothing is paid. `stalls`: those that the market has. The plan is by stall.
 */
export function decidePayoutRun(
  payments: readonly ListedPayment[],
  stalls: ReadonlyMap<string, ListedStall>,
): CallDecision<ReadonlyMap<string, PayoutPlan>> {
  if (stalls.size < payments.length) return refuse('UNKNOWN_STALL');
  const plans = new Map<string, PayoutPlan>();
  for (const payment of payments) {
    const stall = stalls.get(payment.stallId) ?? null;
    const decided = decidePayout({ ...payment, includesHeld: false }, stall);
    if (decided.kind === 'refuse' || !stall || isOutdated(payment, stall))
      return refuse('PAYOUT_MOVED', sumOf([...stalls.values()].map((one) => payable(one))));
    plans.set(payment.stallId, decided.plan);
  }
  return { kind: 'post', plan: plans };
}

function isOutdated(shown: ListedPayment, stall: ListedStall): boolean {
  return shown.paid !== stall.paid || (shown.wayAt !== undefined && shown.wayAt !== stall.wayAt);
}

/** Returns what a stall can be paid while nothing is voided, smallest unit shown. */
export function payable({ owed, held }: StallDues, includesHeld = false): Pesos {
  return Math.max(0, includesHeld ? owed : owed - held);
}

/** Returns the sum of deductions, smallest unit shown. */
export function deductedIn(deductions: readonly { monto: Pesos }[]): Pesos {
  return sumOf(deductions.map(({ monto }) => monto));
}

function sumOf(amounts: readonly Pesos[]): Pesos {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}

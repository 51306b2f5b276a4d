import type { Pesos, Amount, MarketId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** The market pays a stall. */
export type PayoutMovement = {
  transfers: Transfer<'stall', 'treasury'>;
  detail: {
    /** "G-7K4M2QXD" */
    code: string;
    stallId: string;
    marketId: MarketId;
    amount: Amount;
    owedBefore: Amount;
    note: string;
    /** "P-2026-11-22", for a run of several payouts. */
    runCode: string | null;
    /** JSON: the payment way. */
    way: string;
  };
};

/** Cash for a stall, smallest unit shown. */
export type Payment = { amount: Pesos };

/** A stall's balance. `withheld`: its part that a payout leaves out by default. Smallest unit shown. */
export type StallDues = { owed: Pesos; withheld: Pesos };

/** A stall's balance before and after, smallest unit shown. */
export type PayoutPlan = { owedBefore: Pesos; owedAfter: Pesos };

/**
 * Decides the payout of a stall: at most its balance. The withheld part stays unless the manager includes it.
 * `stall` is null when the market has no such stall.
 */
export function decidePayout(
  { amount, includesWithheld }: Payment & { includesWithheld: boolean },
  stall: StallDues | null,
): CallDecision<PayoutPlan> {
  if (!stall) return refuse('UNKNOWN_STALL');
  const most = payable(stall, includesWithheld);
  if (amount > most) return refuse('MORE_THAN_OWED', most);
  return { kind: 'post', plan: { owedBefore: stall.owed, owedAfter: stall.owed - amount } };
}

/**
 * One line of a run, with the stall's data on its list: the total ever paid, and since when its payment way
 * applies.
 */
export type ListedPayment = Payment & {
  stallId: string;
  paid: Pesos;
  /** Null when it never chose a way; undefined when the list did not show it. */
  wayAt: string | null | undefined;
};
export type ListedStall = StallDues & { paid: Pesos; wayAt: string | null };

/**
 * Decides payouts to several stalls, all or none, each as if paid alone and without its withheld part. A run is
 * made from a list: if a stall was paid since, chose another payment way, or has a smaller balance, nothing
 * is paid. `stalls`: those of the market, by id, as is the plan.
 */
export function decidePayoutRun(
  payments: readonly ListedPayment[],
  stalls: ReadonlyMap<string, ListedStall>,
): CallDecision<ReadonlyMap<string, PayoutPlan>> {
  if (stalls.size < payments.length) return refuse('UNKNOWN_STALL');
  const plans = new Map<string, PayoutPlan>();
  for (const payment of payments) {
    const stall = stalls.get(payment.stallId) ?? null;
    const decided = decidePayout({ ...payment, includesWithheld: false }, stall);
    if (decided.kind !== 'post' || !stall || isOutdated(payment, stall))
      return refuse('LIST_MOVED', sumOf([...stalls.values()].map((one) => payable(one))));
    plans.set(payment.stallId, decided.plan);
  }
  return { kind: 'post', plan: plans };
}

function isOutdated(shown: ListedPayment, stall: ListedStall): boolean {
  return shown.paid !== stall.paid || (shown.wayAt !== undefined && shown.wayAt !== stall.wayAt);
}

/** Returns the payable amount of a stall as long as nothing is voided, smallest unit shown. */
export function payable({ owed, withheld }: StallDues, includesWithheld = false): Pesos {
  return Math.max(0, owed - (includesWithheld ? 0 : withheld));
}

function sumOf(amounts: readonly Pesos[]): Pesos {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}

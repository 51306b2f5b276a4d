import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision, type Decision } from '../decision.ts';

/** Cash for a stall, and the deductions from its balance; smallest unit shown. */
export type Payment = { amount: Pesos; deductions: readonly { monto: Pesos }[] };

/**
 * A stall's balance. `held`: its part without cover that is not assigned. `inReview`: sales that a manager
 * must review first (`takings.ts`). `awaited`: payouts confirmed by papers after a restore that are not
 * posted because their sales have not come back. Smallest unit shown.
 */
export type StallDues = { owed: Pesos; held: Pesos; inReview: Pesos; awaited: Pesos };

/** A stall's balance before and after, smallest unit shown. */
export type PayoutPlan = { owedBefore: Pesos; owedAfter: Pesos };

type HeldPayment = Payment & { includesHeld: boolean };
type PaperDecision = Exclude<Decision<PayoutPlan>, { kind: 'review' }>;

export type PayoutFacts = {
  /** Null when the market has no such stall. */
  stall: StallDues | null;
  /** A restore lost some time, and the market has not reported everything that it did then. */
  isUnconfirmed: boolean;
  /**
   * Null for a payout made now. Otherwise a paper shows a payout from the time that a restore lost;
   * `isKnown`: its code was recorded before.
   */
  paper: { isKnown: boolean } | null;
};

/**
 * Decides the payout of a stall: at most its balance, deductions included. The held part stays unless the
 * manager includes it. The part under review stays until released. Nothing is paid while the market may
 * already have paid it in the time that a restore lost. The cash of a payout from that time has left: it is
 * posted as soon as the stall's balance covers it, and waits until then.
 */
export function decidePayout(
  payment: HeldPayment,
  facts: PayoutFacts & { paper: null },
): CallDecision<PayoutPlan>;
export function decidePayout(payment: HeldPayment, facts: PayoutFacts): PaperDecision;
export function decidePayout(
  { amount, deductions, includesHeld }: HeldPayment,
  { stall, isUnconfirmed, paper }: PayoutFacts,
): PaperDecision {
  if (paper?.isKnown === true) return refuse('PAYOUT_KNOWN');
  if (!paper && isUnconfirmed) return refuse('RESTORE_UNCONFIRMED');
  if (!stall) return refuse('UNKNOWN_STALL');
  const most = paper ? stall.owed : payable(stall, includesHeld);
  const leaves = amount + deductedIn(deductions);
  if (leaves <= most)
    return { kind: 'post', plan: { owedBefore: stall.owed, owedAfter: stall.owed - leaves } };
  return paper ? { kind: 'wait', code: 'MORE_THAN_OWED' } : refuse('MORE_THAN_OWED', most);
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
/** `stalls`: those of the market, by id. */
export type RunFacts = { stalls: ReadonlyMap<string, ListedStall>; isUnconfirmed: boolean };

/**
 * Decides payouts to several stalls, all or none, each as if paid alone and without its held part. A run is
 * made from a list: if a stall was paid since, chose another payment way, or has a smaller balance, nothing
 * is paid. The plan is by stall.
 */
export function decidePayoutRun(
  payments: readonly ListedPayment[],
  { stalls, isUnconfirmed }: RunFacts,
): CallDecision<ReadonlyMap<string, PayoutPlan>> {
  if (isUnconfirmed) return refuse('RESTORE_UNCONFIRMED');
  if (stalls.size < payments.length) return refuse('UNKNOWN_STALL');
  const plans = new Map<string, PayoutPlan>();
  for (const payment of payments) {
    const stall = stalls.get(payment.stallId) ?? null;
    const decided = decidePayout({ ...payment, includesHeld: false }, { stall, isUnconfirmed, paper: null });
    if (decided.kind !== 'post' || !stall || isOutdated(payment, stall))
      return refuse('PAYOUT_MOVED', sumOf([...stalls.values()].map((one) => payable(one))));
    plans.set(payment.stallId, decided.plan);
  }
  return { kind: 'post', plan: plans };
}

function isOutdated(shown: ListedPayment, stall: ListedStall): boolean {
  return shown.paid !== stall.paid || (shown.wayAt !== undefined && shown.wayAt !== stall.wayAt);
}

/** Returns the payable amount of a stall as long as nothing is voided, smallest unit shown. */
export function payable({ owed, held, inReview, awaited }: StallDues, includesHeld = false): Pesos {
  return Math.max(0, owed - awaited - inReview - (includesHeld ? 0 : held));
}

/** Returns the sum of deductions, smallest unit shown. */
export function deductedIn(deductions: readonly { monto: Pesos }[]): Pesos {
  return sumOf(deductions.map(({ monto }) => monto));
}

function sumOf(amounts: readonly Pesos[]): Pesos {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}

import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision, type Decision } from '../decision.ts';

/** The cash that a stall gets, and the deductions from its balance beside it; smallest unit shown. */
export type Payment = { amount: Pesos; deductions: readonly { monto: Pesos }[] };

/**
 * A stall's balance. `held`: the part of it that no voucher covered and no person has assigned. `inReview`: of sales at
 * which a person of the market looks first (`takings.ts`). `awaited`: what was paid by papers that were confirmed after
 * a restore, and is not posted because the sales that it paid have not come back. Smallest unit shown.
 */
export type StallDues = { owed: Pesos; held: Pesos; inReview: Pesos; awaited: Pesos };

/** A stall's balance before and after, smallest unit shown. */
export type PayoutPlan = { owedBefore: Pesos; owedAfter: Pesos };

type HeldPayment = Payment & { includesHeld: boolean };
type PaperDecision = Exclude<Decision<PayoutPlan>, { kind: 'review' }>;

export type PayoutFacts = {
  /** null when the market has no such stall */
  stall: StallDues | null;
  /** a restore lost some time, and the market has not said all that it did in it */
  isUnconfirmed: boolean;
  /**
   * null when it is paid now. Else a paper says that it was paid in the time that a restore lost; `isKnown`: its code
   * was recorded before.
   */
  paper: { isKnown: boolean } | null;
};

/**
 * Pays one stall, never more than it is owed with its deductions. What is held stays unless the manager includes it,
 * what is in review stays until it is released, and nothing is paid while the market may have paid it already in the
 * time that a restore lost. Of a payout of that time the cash has left: it is posted as soon as the stall's balance
 * covers it, and waits until then.
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

/** One line of a run, with what its list showed of the stall: all it was ever paid, and since when its payment way holds. */
export type ListedPayment = Payment & {
  stallId: string;
  paid: Pesos;
  /** null when it never said how it is paid; undefined: the list did not show it */
  wayAt: string | null | undefined;
};
export type ListedStall = StallDues & { paid: Pesos; wayAt: string | null };
/** `stalls`: those that the market has, by id. */
export type RunFacts = { stalls: ReadonlyMap<string, ListedStall>; isUnconfirmed: boolean };

/**
 * Pays several stalls, all or none, each as if it were paid alone and without what is held. A run is made from a list:
 * where a stall was paid since, chose another payment way, or is owed less, nothing is paid. The plan is by stall.
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

/** Returns what a stall can be paid while nothing is voided, smallest unit shown. */
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

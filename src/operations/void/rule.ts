import type { Pesos, Points, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import { decidePurchase, type SeenVoucher } from '../purchase/rule.ts';
import type { PurchaseTransfer, Swapped } from '../transfer.ts';

/** In the ledger. */
export type VoidMovement = {
  transfers: Swapped<PurchaseTransfer>;
  detail: {
    purchaseId: string;
    voucherId: VoucherId;
    stallId: string;
    marketId: MarketId;
    /** Amount voided, and the part of it that no voucher had covered. */
    amount: Amount;
    missing: Amount;
    points: Points;
    reason: string;
  };
};

/** A customer's points in the market of a sale. */
export type HeldPoints = {
  /** Negative when more were redeemed than remain. */
  balance: Points;
  /** Redeemed since the sale. */
  redeemedSince: Points;
};

/** A purchase and its history so far; smallest unit shown. */
export type VoidFacts = {
  price: Pesos;
  isVoided: boolean;
  /** The part that the voucher did not cover. */
  missing: Pesos;
  /** The loss of that part was assigned. It is final, and no void changes it. */
  isAssigned: boolean;
  /** Earned by the purchase. */
  points: Points;
  /**
   * Null for its market, which voids on any day; otherwise its stall does. `payable`: its balance without the
   * withheld part. A sale that was paid out and then voided would exist as cash and as balance. `points`: of its
   * customer.
   */
  stall: { isSameDay: boolean; payable: Pesos; points: HeldPoints } | null;
  /** The voucher after the void, when the sale is charged to it again at once. */
  again?: SeenVoucher | undefined;
};

/** `fromUncovered`: part of the price that leaves the overspend account. `points`: removed. */
export type VoidPlan = { price: Pesos; fromUncovered: Pesos; points: Points };

/**
 * Decides a void, always of the whole purchase. The customer has only paid the voucher's part: a voucher never
 * gets back what it did not pay. A sale that cannot be charged again is not voided for that. `purchase` is null when the
 * market, or the stall, has no such purchase.
 */
export function decideVoid(purchase: VoidFacts | null): CallDecision<VoidPlan> {
  if (!purchase) return refuse('UNKNOWN_PURCHASE');
  const { price, isVoided, missing: fromUncovered, isAssigned, points, stall, again } = purchase;
  if (isVoided) return refuse('ALREADY_VOIDED');
  if (stall && !stall.isSameDay) return refuse('VOID_TOO_LATE');
  if (isAssigned) return refuse('SALE_ASSIGNED');
  const unpaying = again && decidePurchase(again, 1);
  if (unpaying) return refuse(unpaying.code);
  const plan = { price, fromUncovered, points };
  if (stall && coveredBy(plan) > stall.payable) return refuse('ALREADY_PAID_OUT');
  if (stall && areSpent(points, stall.points)) return refuse('POINTS_SPENT');
  return { kind: 'post', plan };
}

/**
 * Returns whether a void would leave the customer in debt because of a redemption after the sale. Points can be
 * redeemed only when a stall can no longer void, so this only happens with late withdrawals and calls around
 * midnight. A debt from before the sale does not count.
 */
function areSpent(gone: Points, { balance, redeemedSince }: HeldPoints): boolean {
  return gone > balance && gone > 0 && redeemedSince > 0;
}

/** Returns the amount that the voucher gets back. */
export function coveredBy({ price, fromUncovered }: VoidPlan): Pesos {
  return price - fromUncovered;
}

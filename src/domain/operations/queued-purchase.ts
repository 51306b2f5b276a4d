import type { Pesos } from '#src/contract/brands.ts';
import type { ChargedSale } from '../purchase/refusal-sentence.ts';

/** A purchase that waited on its holder's device for longer than this was queued, ms. */
const queuedMs = 5_000;

/** A sale that the stall made itself with this voucher. `recordedAt`: ms since 1970. */
export type StallSale = { price: Pesos; recordedAt: number; isVoided: boolean; sale: ChargedSale };

export type QueuedPurchase = {
  price: Pesos;
  /** when its holder placed it, and when it arrived, ms since 1970 */
  occurredAt: number;
  arrivedAt: number;
  /** what the stall has sold with the same voucher, newest first */
  stallSales: readonly StallSale[];
};

export function isQueued({
  occurredAt,
  arrivedAt,
}: Pick<QueuedPurchase, 'occurredAt' | 'arrivedAt'>): boolean {
  return arrivedAt - occurredAt > queuedMs;
}

/**
 * Returns the stall's own sale that has charged for the same goods already; null: there is none. The holder was told to wait, and the
 * stall read the voucher meanwhile. A purchase that arrives at once is another one, whatever was sold before.
 */
export function chargedInstead(purchase: QueuedPurchase): ChargedSale | null {
  if (!isQueued(purchase)) return null;
  const found = purchase.stallSales.find(
    ({ price, recordedAt, isVoided }) =>
      !isVoided && price === purchase.price && recordedAt >= purchase.occurredAt,
  );
  return found?.sale ?? null;
}

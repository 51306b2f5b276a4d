import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import type { ChargedSale } from '../purchase/refusal-sentence.ts';
import { needsPin, type PinFacts } from '../voucher/voucher-pin.ts';

/** Why a purchase is refused. `left` is the voucher's balance (smallest unit shown). */
type PurchaseRefusal = {
  code: Extract<
    RefusalCode,
    | 'UNKNOWN_STALL'
    | 'UNKNOWN_VOUCHER'
    | 'AMOUNT_ZERO'
    | 'INSUFFICIENT_BALANCE'
    | 'VOUCHER_SPENT'
    | 'VOUCHER_VOIDED'
    | 'VOUCHER_REFUNDED'
    | 'VOUCHER_JOINED'
    | 'VOUCHER_BLOCKED'
    | 'VOUCHER_EXPIRED'
    | 'CLEARING_LIMIT'
    | 'PIN_NEEDED'
  >;
  left: number;
};

type SeenVoucher = { monto: Pesos; state: VoucherState };

/**
 * null: the purchase may be placed, by what is known of `voucher` here. The server decides again on the current
 * balance.
 */
export function decidePurchase(voucher: SeenVoucher, price: Pesos): PurchaseRefusal | null {
  const left = voucher.monto;
  if (price <= 0) return { code: 'AMOUNT_ZERO', left };
  if (voucher.state === 'VOIDED') return { code: 'VOUCHER_VOIDED', left };
  if (voucher.state === 'REFUNDED') return { code: 'VOUCHER_REFUNDED', left };
  if (voucher.state === 'JOINED') return { code: 'VOUCHER_JOINED', left };
  if (voucher.state === 'BLOCKED') return { code: 'VOUCHER_BLOCKED', left };
  if (voucher.state === 'EXPIRED') return { code: 'VOUCHER_EXPIRED', left };
  if (voucher.state === 'SPENT' || left === 0) return { code: 'VOUCHER_SPENT', left };
  return price > left ? { code: 'INSUFFICIENT_BALANCE', left } : null;
}

/**
 * The same with what the server alone knows, in the order of its refusals: whether the stall sells, the customer's voucher, null when there
 * is none, its PIN, and what the voucher's market may still owe the others, null at its own stalls. ledger/purchase-statement.ts is this
 * rule in SQL.
 */
export function decidePurchaseAtStall(
  known: { isStallActive: boolean; voucher: SeenVoucher | null; pin: PinFacts; creditLeft: Pesos | null },
  price: Pesos,
): PurchaseRefusal | null {
  const { isStallActive, voucher, pin, creditLeft } = known;
  if (!isStallActive) return { code: 'UNKNOWN_STALL', left: voucher?.monto ?? 0 };
  if (!voucher) return { code: 'UNKNOWN_VOUCHER', left: 0 };
  const refusal = decidePurchase(voucher, price);
  if (refusal) return refusal;
  if (needsPin(pin, price)) return { code: 'PIN_NEEDED', left: voucher.monto };
  return isBeyondCredit(price, creditLeft) ? { code: 'CLEARING_LIMIT', left: voucher.monto } : null;
}

/** Whether a market would owe the others more than it may. `creditLeft` null: it owes nobody for this sale. */
export function isBeyondCredit(taken: Pesos, creditLeft: Pesos | null): boolean {
  return creditLeft !== null && taken > creditLeft;
}

/** Points that a purchase earns: one for each whole `pointsEvery` of its price (smallest unit shown); 0: none are given. */
export function pointsFor(price: Pesos, pointsEvery: Pesos): Points {
  return toPoints(pointsEvery > 0 ? Math.floor(price / pointsEvery) : 0);
}

/**
 * A sale that several vouchers pay: why each share is refused, in the order of the shares. null: all of them are paid. `creditLeft` is less
 * what earlier shares of the same market take.
 */
export function decideSharedSale(
  isStallActive: boolean,
  shares: readonly {
    voucher: SeenVoucher | null;
    pin: PinFacts;
    price: Pesos;
    creditLeft: Pesos | null;
  }[],
): readonly ShareRefusal[] | null {
  const refusals = shares.map(({ price, ...known }) =>
    decidePurchaseAtStall({ isStallActive, ...known }, price),
  );
  const first = refusals.findIndex((refusal) => refusal !== null);
  return first < 0 ? null : refusals.map((refusal, n) => (n === first && refusal) || otherShareRefused);
}

/** Nothing is said of the other vouchers: the share that fell short gives the reason. */
type ShareRefusal = PurchaseRefusal | { code: 'SHARE_REFUSED'; left?: never };
export const otherShareRefused: ShareRefusal = { code: 'SHARE_REFUSED' };

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

import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { VoucherState } from '#src/contract/money/voucher.ts';

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
  >;
  left: number;
};

/**
 * null: the purchase may be placed, by what is known of `voucher` here. The server decides again on the current
 * balance.
 */
export function decidePurchase(
  voucher: { monto: Pesos; state: VoucherState },
  price: Pesos,
): PurchaseRefusal | null {
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
 * The same with what the server alone knows, in the order of its refusals: whether the stall sells, and the customer's
 * voucher, null when there is none. ledger/purchase-statement.ts is this rule in SQL.
 */
export function decidePurchaseAtStall(
  known: { isStallActive: boolean; voucher: { monto: Pesos; state: VoucherState } | null },
  price: Pesos,
): PurchaseRefusal | null {
  const { isStallActive, voucher } = known;
  if (!isStallActive) return { code: 'UNKNOWN_STALL', left: voucher?.monto ?? 0 };
  return voucher ? decidePurchase(voucher, price) : { code: 'UNKNOWN_VOUCHER', left: 0 };
}

/** Points that a purchase earns: one for each whole `pointsEvery` of its price (smallest unit shown); 0: none are given. */
export function pointsFor(price: Pesos, pointsEvery: Pesos): Points {
  return toPoints(pointsEvery > 0 ? Math.floor(price / pointsEvery) : 0);
}

import * as z from 'zod/mini';
import { voucherIdField } from '#src/contract/fields.ts';
import { purchaseLinesField } from '#src/contract/purchases/purchase-line.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import type { ChargedPurchase } from '#src/domain/purchase/refusal-sentence.ts';
import {
  toPoints,
  type Pesos,
  type Points,
  type Amount,
  type MarketId,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { amountField, idField } from '#src/protocol/fields.ts';
import { refuse, wait, type CallDecision, type Waits } from '../decision.ts';
import type { PurchaseTransfer } from '../transfer.ts';

/** In the ledger. */
export type PurchaseMovement = {
  transfers: PurchaseTransfer;
  detail: {
    /** "C-7K4M2QXD" */
    code: string;
    voucherId: VoucherId;
    customerId: string;
    stallId: string;
    marketId: MarketId;
    amount: Amount;
    points: Points;
    /** Shortfall of the voucher, and its reason. */
    missing: Amount;
    reason: string | null;
  };
};

/**
 * Fields that make a purchase the same one by whichever way it arrives: the hash of its receipt covers them, and an
 * acceptance or a withdrawal names it by them. Names are not among them.
 */
export const purchaseIdentity = {
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
};

/** A purchase by a holder of the link or a stall, without names. */
export const purchasePayload = z.strictObject({
  ...purchaseIdentity,
  /** Placed by the stall that scanned, or by the holder of the link without a session. */
  by: z.enum(['stall', 'holder']),
  /** Products sold, as the stall noted them. */
  lines: z.optional(purchaseLinesField),
});
export type PurchasePayload = z.infer<typeof purchasePayload>;

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
  >;
  left: number;
};
type StallRefusal = PurchaseRefusal | { code: 'ALREADY_CHARGED'; left?: never; charged: ChargedPurchase };

export type SeenVoucher = { monto: Pesos; state: VoucherState };

/**
 * Returns null when the purchase may be placed, by the local knowledge of `voucher`. The server decides again
 * on the current balance.
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
 * The same with facts that only the server has, in the order of its refusals: whether the stall may sell, the
 * customer's voucher (null without one), the remaining credit of the voucher's market (null at its own
 * stalls), and the stall's own sale for the same goods (`chargedInstead`). statement.ts is this
 * rule in SQL for a purchase that has not waited.
 */
export function decidePurchaseAtStall(
  known: {
    isStallActive: boolean;
    voucher: SeenVoucher | null;
    creditLeft: Pesos | null;
    charged: ChargedPurchase | null;
  },
  price: Pesos,
): StallRefusal | null {
  const { isStallActive, voucher, creditLeft, charged } = known;
  if (charged) return { code: 'ALREADY_CHARGED', charged };
  if (!isStallActive) return { code: 'UNKNOWN_STALL', left: voucher?.monto ?? 0 };
  if (!voucher) return { code: 'UNKNOWN_VOUCHER', left: 0 };
  const refusal = decidePurchase(voucher, price);
  if (refusal) return refusal;
  return isBeyondCredit(price, creditLeft) ? { code: 'CLEARING_LIMIT', left: voucher.monto } : null;
}

/**
 * Returns whether a market would exceed its credit with the others. `creditLeft` is null when this sale
 * creates no debt.
 */
export function isBeyondCredit(taken: Pesos, creditLeft: Pesos | null): boolean {
  return creditLeft !== null && taken > creditLeft;
}

/**
 * Returns the points that a purchase earns: one for each whole `pointsEvery` of its price (smallest unit
 * shown); 0 gives none.
 */
export function pointsFor(price: Pesos, pointsEvery: Pesos): Points {
  return toPoints(pointsEvery > 0 ? Math.floor(price / pointsEvery) : 0);
}

/** A purchase in a journal. `stall` is null for a holder of the link, who may buy at any stall. */
export type WrittenPurchase = {
  /** Its device withdraws it in the same request. */
  isWithdrawn: boolean;
  isRevoked: boolean;
  stall: {
    /** It wrote the entry, and is not known to be of another market than the device. */
    isAuthor: boolean;
    /** Why its person may not write it now; FORBIDDEN is permanent. */
    barred: 'FORBIDDEN' | 'NOT_OPERATOR' | 'SIGN_IN_AGAIN' | null;
    isVoucherKnown: boolean;
  } | null;
};

/**
 * Decides whether a purchase of a journal is tried like a call. A stall sells only for itself, and only while active. One
 * on an unknown voucher waits: its top-up may still be on a kiosk, and goods may have been handed over by its proof.
 */
export function decideWritten({
  isWithdrawn,
  isRevoked,
  stall,
}: WrittenPurchase): CallDecision<null> | Waits {
  if (isWithdrawn) return refuse('WITHDRAWN');
  if (isRevoked) return refuse('DEVICE_REVOKED');
  if (stall && (!stall.isAuthor || stall.barred === 'FORBIDDEN')) return refuse('FORBIDDEN');
  if (stall?.barred) return wait(stall.barred);
  if (stall && !stall.isVoucherKnown) return wait('UNKNOWN_VOUCHER');
  return { kind: 'post', plan: null };
}

/** A purchase that waited on its holder's device for longer counts as queued, ms. */
const queuedMs = 5_000;

/** A sale that the stall itself made with this voucher. `recordedAt`: ms since 1970. */
export type StallPurchase = { price: Pesos; recordedAt: number; isVoided: boolean; charged: ChargedPurchase };

export type QueuedPurchase = {
  price: Pesos;
  /** When its holder placed it, ms since 1970. */
  occurredAt: number;
  /** The stall's sales with the same voucher, newest first. */
  stallPurchases: readonly StallPurchase[];
};

/**
 * Returns whether a purchase has waited. One that arrives at once is another one, whatever was sold before. Times
 * are ms since 1970.
 */
export function isQueued(occurredAt: number, arrivedAt: number): boolean {
  return arrivedAt - occurredAt > queuedMs;
}

/**
 * Returns the stall's own sale that has already charged for the same goods, or null. The holder was asked to
 * wait, and the stall scanned the voucher meanwhile.
 */
export function chargedInstead(purchase: QueuedPurchase): ChargedPurchase | null {
  const found = purchase.stallPurchases.find(
    ({ price, recordedAt, isVoided }) =>
      !isVoided && price === purchase.price && recordedAt >= purchase.occurredAt,
  );
  return found?.charged ?? null;
}

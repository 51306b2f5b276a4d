import type { PurchaseVoidReceipt } from '#src/contract/purchases/purchase-history.ts';
import type { TopUpVoidReason, TopUpVoidReceipt } from '#src/contract/topups/top-up-void.ts';
import type { TopUpVoidPlan } from '#src/domain/operations/top-up-void.ts';
import type { TillRoom } from '#src/domain/operations/top-up.ts';
import type { VoidPlan } from '#src/domain/operations/void.ts';
import type { MarketId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { StaffEntry } from '#src/server/ledger/receipts.ts';
import type { LoadedTopUpVoid, TopUpVoidAsked } from '#src/server/operations/top-up-void.ts';
import type { LoadedVoid, VoidAsked } from '#src/server/operations/void.ts';

/**
 * Operations of server/operations: loads their facts under locks, and posts them once domain/operations has
 * decided.
 */
export type OperationsPort = {
  /**
   * Returns a market's remaining credit for a sale at a stall of `seller`, locked until the end of the
   * transaction, or null for one of its stalls.
   */
  lockCreditLeft(issuer: MarketId, seller: MarketId): Promise<Pesos | null>;
  loadVoid(asked: VoidAsked): Promise<LoadedVoid | null>;
  postVoid(
    loaded: LoadedVoid,
    plan: VoidPlan,
    entry: StaffEntry & { reason: string },
  ): Promise<PurchaseVoidReceipt>;
  loadTopUpVoid(asked: TopUpVoidAsked): Promise<LoadedTopUpVoid | null>;
  postTopUpVoid(
    loaded: LoadedTopUpVoid,
    plan: TopUpVoidPlan,
    entry: StaffEntry & { reason: TopUpVoidReason },
  ): Promise<TopUpVoidReceipt>;
  /**
   * Returns the point's unreceived cash, with its till locked until the end of the transaction. Null when
   * there is no such point.
   */
  lockTillRoom(point: string): Promise<TillRoom | null>;
  /** Closes the voucher of an undone top-up permanently. */
  closeVoucher(id: VoucherId, at: Date): Promise<void>;
};

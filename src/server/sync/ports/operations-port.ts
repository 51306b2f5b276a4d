import type { PurchaseVoidReceipt } from '#src/contract/money/purchase-history.ts';
import type { VoidPlan } from '#src/domain/operations/void.ts';
import type { StaffEntry } from '#src/server/ledger/receipts.ts';
import type { LoadedVoid, VoidAsked } from '#src/server/operations/void.ts';

/** The operations of server/operations: their facts under locks, and their posting once domain/operations has decided. */
export type OperationsPort = {
  loadVoid(asked: VoidAsked): Promise<LoadedVoid | null>;
  postVoid(
    loaded: LoadedVoid,
    plan: VoidPlan,
    entry: StaffEntry & { reason: string },
  ): Promise<PurchaseVoidReceipt>;
};

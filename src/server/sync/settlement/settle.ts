import type { OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import {
  purchaseReceiptSchema,
  type ConflictReason,
  type PurchaseReceipt,
} from '#src/contract/money/purchase.ts';
import { isVoucherOf } from '#src/domain/voucher/voucher-owner.ts';
import type { TopUpReceipt } from '#src/contract/money/top-up.ts';
import {
  purchaseHash,
  type FoundReceipt,
  type Receipt,
  type StoredAnswer,
  retryTransaction,
} from '#src/server/ledger/receipts.ts';
import type {
  IssuedLink,
  SettlementDeps,
  AcceptedSale,
  SaleConflict,
  SyncTransaction,
  VoucherToSettle,
} from '#src/server/sync/ports/ports.ts';

/** A sale that has happened and is to be paid. */
type OpenSale = Pick<
  AcceptedSale,
  | 'opId'
  | 'purchaseOpId'
  | 'deviceId'
  | 'seq'
  | 'stallId'
  | 'marketId'
  | 'voucherId'
  | 'customerId'
  | 'price'
  | 'occurredAt'
  | 'recordedAt'
> & { bodyHash: string };
type CappedSale = OpenSale & Pick<AcceptedSale, 'voucherCap' | 'deviceCap'>;

/** Why a sale is not settled now. reused-key: its purchase's id belongs to another operation. */
type Unsettled = 'unknown-voucher' | 'foreign-voucher' | 'beyond-caps' | 'beyond-proven' | 'reused-key';

/** The reason with which a person has to look at it; null: it waits. */
export const reviewReason: Record<Unsettled, ConflictReason | null> = {
  'unknown-voucher': null,
  'foreign-voucher': 'BAD_PROOF',
  'beyond-caps': 'SHORTFALL_LIMIT',
  'beyond-proven': 'PROVEN_BEYOND_LIMITS',
  'reused-key': 'JOURNAL_FORK',
};

/**
 * Settles an accepted sale inside the caller's transaction: the voucher gives its balance (nothing when a person had
 * blocked it), the overspend account of the stall's market the rest; the stall is paid in full, the voucher is blocked
 * when something is missing, and one conflict line records it. More than the caps of its device stays uncovered: nothing
 * is posted. The device is locked, so that no two sales take the same room. Its movement has the purchase's id as reference: 23505
 * when that purchase has been paid meanwhile; then the whole operation is run again and finds it.
 */
export async function settleSale(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  sale: CappedSale,
  now: Date,
): Promise<Receipt | Unsettled> {
  const voucher = await tx.lockVoucher(sale.voucherId);
  // The purchase itself may have been paid meanwhile: then that is the outcome of the sale.
  const paid = await paidPurchase(tx, sale);
  if (paid === 'reused') return 'reused-key';
  if (paid) return insertAcceptanceReceipt(tx, sale, paid, now);
  if (!voucher) return 'unknown-voucher';
  if (!(await isOwnVoucher(tx, voucher, sale.customerId))) return 'foreign-voucher';
  const taken = voucher.blocked === 'person' ? 0 : Math.min(voucher.balance, sale.price);
  const reason = taken === sale.price ? null : whyMissing(voucher);
  const beyond = reason && (await excessOf(tx, sale, sale.price - taken));
  if (beyond) return beyond;
  const purchase = await postOpenSale(tx, { sale, voucher, taken, reason }, now);
  if (reason) {
    await tx.blockVoucher(voucher.id, now);
    await recordOverspend(deps, tx, sale, reason, sale.price - taken);
  }
  return insertAcceptanceReceipt(tx, sale, purchase, now);
}

/** Whose voucher it is, by person. */
export async function isOwnVoucher(
  tx: SyncTransaction,
  voucher: VoucherToSettle,
  customerId: string,
): Promise<boolean> {
  const customer = await tx.readCustomer(customerId);
  return isVoucherOf(voucher, { id: customerId, personId: customer?.id });
}

function whyMissing({ blocked, closedAs }: VoucherToSettle): ConflictReason {
  if (closedAs === 'voided') return 'TOP_UP_UNDONE';
  if (closedAs === 'refunded') return 'VOUCHER_REFUNDED';
  return blocked === 'person' ? 'VOUCHER_BLOCKED' : 'SPENT_ELSEWHERE';
}

/**
 * Returns which cap this shortfall exceeds; null: none. A sale that came back after a restore was judged before it, so that what its
 * voucher lacks counts with the device's other sales that came back. Any other counts on its voucher and with all that is open.
 */
async function excessOf(
  tx: SyncTransaction,
  sale: CappedSale,
  missing: Pesos,
): Promise<Extract<Unsettled, 'beyond-caps' | 'beyond-proven'> | null> {
  const proven = await tx.readProvenShortfall(sale.purchaseOpId);
  if (proven !== null) return proven + missing <= sale.deviceCap ? null : 'beyond-proven';
  const open = await tx.readShortfall(sale.deviceId);
  const inAll = open.reduce((sum, one) => sum + one.missing, missing);
  const ofVoucher = open.find(({ voucherId }) => voucherId === sale.voucherId)?.missing ?? 0;
  return ofVoucher + missing <= sale.voucherCap && inAll <= sale.deviceCap ? null : 'beyond-caps';
}

/** Settles the sales that waited for a voucher that exists now. Idempotent: a settled sale no longer waits. */
export async function settleWaiting(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  voucherId: VoucherId,
  now: Date,
): Promise<void> {
  for (const conflict of await tx.lockWaiting(voucherId)) {
    const accepted = await tx.findAcceptance(conflict.purchaseOpId);
    const { voucherCap = 0, deviceCap = 0 } = accepted ?? {};
    const settled = await settleSale(deps, tx, { ...conflict, voucherCap, deviceCap }, now);
    if (typeof settled === 'string') {
      const reason = reviewReason[settled];
      if (reason)
        await tx.updateConflict(conflict.id, { state: 'review', reason, missing: 0, resolution: null });
    } else if (!settled.answer['missing']) await closeConflict(tx, conflict, now);
  }
}

type OfflineTopUp = {
  opId: OpId;
  hash: string;
  voucherId: VoucherId;
  customerId: string;
  /** smallest unit shown */
  amount: Pesos;
  topUpPoint: string;
  link: IssuedLink;
  isReviewed: boolean;
};

/** Makes the top-up, then settles what waited for its voucher, in the caller's transaction. */
export async function postTopUpAndSettle(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  now: Date,
  { opId, hash, voucherId, customerId, amount, topUpPoint, link, isReviewed }: OfflineTopUp,
): Promise<StoredAnswer<TopUpReceipt>> {
  const answer = await tx.postTopUp({
    op: opId,
    hash,
    voucher: voucherId,
    customer: customerId,
    amount,
    topUpPoint,
    recordedAt: now,
    ...link,
    isReviewed,
  });
  if (answer.kind === 'done' && !answer.replayed) await settleWaiting(deps, tx, voucherId, now);
  return answer;
}

/**
 * Closes the line of a sale that was set aside and whose purchase has been paid since. null: it has not been paid. reused: its id
 * belongs to another operation, so that it never will be.
 */
export async function closeIfPaid(
  tx: SyncTransaction,
  conflict: SaleConflict,
  now: Date,
): Promise<FoundReceipt> {
  // The purchase of an overspend has a receipt too: the settlement's own.
  const isOpen = conflict.state === 'waiting' || conflict.state === 'review';
  const paid = isOpen && conflict.kind === 'sale' ? await paidPurchase(tx, conflict) : null;
  if (!paid || paid === 'reused') return paid;
  await closeConflict(tx, conflict, now);
  return insertAcceptanceReceipt(tx, conflict, paid, now);
}

export function closeConflict(tx: SyncTransaction, { id, reason }: SaleConflict, now: Date): Promise<void> {
  return tx.updateConflict(id, {
    state: 'resolved',
    reason,
    missing: 0,
    resolution: { assignee: null, note: '', by: null, at: now },
  });
}

async function paidPurchase(tx: SyncTransaction, sale: OpenSale): Promise<PurchaseReceipt | 'reused' | null> {
  const receipt = await tx.findReceipt({
    opId: sale.purchaseOpId,
    bodyHash: purchaseHash(asPurchase(sale)),
  });
  if (receipt === 'reused') return receipt;
  return receipt?.refusal === null ? purchaseReceiptSchema.parse(receipt.answer) : null;
}

/** The acceptance's own receipt. */
export async function insertAcceptanceReceipt(
  tx: SyncTransaction,
  { opId, bodyHash }: Pick<OpenSale, 'opId' | 'bodyHash'>,
  purchase: PurchaseReceipt,
  now: Date,
): Promise<Receipt> {
  const { missing = 0, reason } = purchase;
  const receipt: Receipt = {
    opId,
    bodyHash,
    refusal: null,
    answer: { purchase, missing, ...(reason === undefined ? {} : { reason }) },
  };
  await tx.insertReceipt(receipt, now);
  return receipt;
}

/** Posts the payment of a sale under the purchase's own id, with its receipt unless it has one. */
export async function postOpenSale(
  tx: SyncTransaction,
  facts: { sale: OpenSale; voucher: VoucherToSettle; taken: Pesos; reason: ConflictReason | null },
  now: Date,
): Promise<PurchaseReceipt> {
  const { sale, ...rest } = facts;
  const stall = await tx.readStall(sale.stallId);
  if (!stall) throw new Error(`sale ${sale.opId} names ${sale.stallId}, which is not a stall`);
  const isAnswered = await tx.isAnswered(sale.purchaseOpId);
  return tx.postSale(
    {
      ...rest,
      op: sale.purchaseOpId,
      hash: isAnswered ? null : purchaseHash(asPurchase(sale)),
      actor: stall.id,
      stall,
      price: sale.price,
    },
    now,
  );
}

/** The sale as a purchase. */
export function asPurchase(sale: OpenSale) {
  return {
    userId: sale.customerId,
    estanteId: sale.stallId,
    codeQrUuid: sale.voucherId,
    price: sale.price,
  };
}

/** What a voucher did not cover, for a person. A sale that waited has a line already; any other gets one. */
export async function recordOverspend(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  sale: OpenSale,
  reason: ConflictReason,
  missing: Pesos,
): Promise<void> {
  const known = await tx.findConflict(sale.opId);
  if (known) {
    await tx.updateConflict(known.id, { state: 'overspend', reason, missing, resolution: null });
    return;
  }
  const { opId, purchaseOpId, deviceId, seq, stallId, marketId, voucherId, customerId, price } = sale;
  const conflict: SaleConflict = {
    id: deps.newId(),
    kind: 'sale',
    state: 'overspend',
    reason,
    opId,
    bodyHash: sale.bodyHash,
    purchaseOpId,
    marketId,
    stallId,
    voucherId,
    customerId,
    price,
    missing,
    deviceId,
    seq,
    occurredAt: sale.occurredAt,
    recordedAt: sale.recordedAt,
  };
  await tx.insertConflict(conflict);
}

export type SweepDeps = SettlementDeps & { onFailure(error: unknown, what: string): void };

const mostAtOnce = 100;

/**
 * Settles the sales that waited for this voucher, which has just been issued. Never throws: the sweep does what is
 * left.
 */
export async function settleWaitingFor(deps: SweepDeps, voucherId: VoucherId): Promise<void> {
  try {
    await retryTransaction(() =>
      deps.store.inTransaction((tx) => settleWaiting(deps, tx, voucherId, deps.now())),
    );
  } catch (error) {
    deps.onFailure(error, `voucher ${voucherId}`);
  }
}

/**
 * Completes what a crash between two transactions left: sales waiting for a voucher that exists, lines whose purchase
 * has been paid. Each in a transaction of its own, so that a failure affects no other.
 */
export async function sweepSettlements(deps: SweepDeps): Promise<void> {
  const { vouchers, conflicts } = await deps.store.inTransaction(async (tx) => ({
    vouchers: await tx.waitingVouchers(mostAtOnce),
    conflicts: await tx.paidConflicts(mostAtOnce),
  }));
  for (const voucherId of vouchers) await settleWaitingFor(deps, voucherId);
  for (const id of conflicts)
    try {
      await deps.store.inTransaction(async (tx) => {
        const conflict = await tx.lockConflict(id);
        if (conflict) await closeIfPaid(tx, conflict, deps.now());
      });
    } catch (error) {
      deps.onFailure(error, `conflict ${id}`);
    }
}

import {
  purchaseReceiptSchema,
  type ConflictReason,
  type PurchaseReceipt,
} from '#src/contract/purchases/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { isVoucherOf } from '#src/domain/voucher/voucher-validity.ts';
import type { Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { AcceptedPurchase, ConflictLine, VoucherToSettle } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SettlementDeps } from '#src/server/journal/ports/sync-deps.ts';
import { type Receipt, type ReceiptKey, retryTransaction } from '#src/server/ledger/receipts.ts';
import { purchaseHash } from '../purchase/post.ts';
import type { TopUpToPost } from '../top-up/post.ts';
import {
  decideSettlement,
  takenFrom,
  type NeverPaid,
  type SettlementFacts,
  type SettlementPlan,
} from './rule.ts';

/** A completed sale that has to be paid. */
type OpenPurchase = Pick<
  AcceptedPurchase,
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
type CappedPurchase = OpenPurchase & Pick<AcceptedPurchase, 'voucherCap' | 'deviceCap'>;

/** Reason of a sale that waits for its top-up. Any other reason needs a person. */
export const awaitsTopUp: ConflictReason = 'UNKNOWN_VOUCHER';

/**
 * Settles a sale in the caller's transaction, and keeps its line (null before there is one): a sale that is not
 * settled now has one, and a sale that is paid whole closes it. Returns the receipt, or the open line.
 */
export async function settleAccepted(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  accepted: CappedPurchase,
  line: ConflictLine | null,
  now: Date,
): Promise<Receipt | ConflictLine> {
  const settled = await settlePurchase(deps, tx, accepted, now);
  if (typeof settled !== 'string') {
    if (line && !settled.answer['missing']) await closeConflict(tx, line, now);
    return settled;
  }
  if (!line)
    return openLine(deps, tx, accepted, {
      state: settled === awaitsTopUp ? 'waiting' : 'review',
      reason: settled,
    });
  if (settled === awaitsTopUp || line.state === 'review') return line;
  const change = { state: 'review', reason: settled, missing: 0 } as const;
  await tx.updateConflict(line.id, { ...change, resolution: null });
  return { ...line, ...change };
}

/**
 * Loads, decides, posts. Returns the reason when the sale is not settled now, in which case nothing is posted. The
 * device is locked, so that no two sales use the same allowance. The movement's reference is the purchase's id: it
 * fails with 23505 when the purchase has been paid meanwhile, and the repeated operation then finds the payment.
 */
async function settlePurchase(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  accepted: CappedPurchase,
  now: Date,
): Promise<Receipt | ConflictReason> {
  const voucher = await tx.lockVoucher(accepted.voucherId);
  // If the purchase has been paid meanwhile, that is the sale's outcome.
  const paid = await paidPurchase(tx, accepted);
  if (paid && typeof paid !== 'string') return insertAcceptanceReceipt(tx, accepted, paid, now);
  const decision = decideSettlement(accepted, {
    voucher: voucher && { ...voucher, isOwn: await isOwnVoucher(tx, voucher, accepted.customerId) },
    purchase: paid ?? 'open',
    caps: accepted,
    creditLeft: voucher && (await tx.lockCreditLeft(voucher.marketId, accepted.marketId)),
    shortfall: await readShortfall(tx, accepted, voucher),
  });
  if (decision.kind === 'wait') return awaitsTopUp;
  if (decision.kind === 'review') return decision.reason;
  if (!voucher) throw new Error(`sale ${accepted.opId} was settled without its voucher`);
  return postSettlement(deps, tx, { accepted, voucher, ...decision.plan }, now);
}

/**
 * Posts a decided settlement under the purchase's own id, with the acceptance's receipt and the purchase's unless it has
 * one. A shortfall blocks the voucher and becomes the sale's conflict line.
 */
export async function postSettlement(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  settlement: { accepted: OpenPurchase; voucher: VoucherToSettle } & SettlementPlan,
  now: Date,
): Promise<Receipt> {
  const { accepted, ...decided } = settlement;
  const { purchaseOpId: op, price } = accepted;
  const stall = await tx.readStall(accepted.stallId);
  if (!stall) throw new Error(`sale ${accepted.opId} names ${accepted.stallId}, which is not a stall`);
  const hash = (await tx.isAnswered(op)) ? null : keyOfPurchase(accepted).bodyHash;
  const purchase = await tx.postDecidedPurchase({ ...decided, op, hash, actor: stall.id, stall, price }, now);
  const { voucher, taken, reason } = decided;
  if (reason) {
    await tx.blockVoucher(voucher.id, now);
    await recordOverspend(deps, tx, accepted, reason, price - taken);
  }
  return insertAcceptanceReceipt(tx, accepted, purchase, now);
}

/** Read only when the voucher covers less than the price: without a shortfall a sale uses no allowance. */
async function readShortfall(
  tx: SyncTransaction,
  { purchaseOpId, deviceId, voucherId, price }: CappedPurchase,
  voucher: VoucherToSettle | null,
): Promise<SettlementFacts['shortfall']> {
  const none = { onVoucher: 0, onDevice: 0 };
  if (!voucher || takenFrom(voucher, price) === price) return none;
  const proven = await tx.readProvenShortfall(purchaseOpId);
  if (proven !== null) return { ...none, onDevice: proven };
  const open = await tx.readShortfall(deviceId);
  return {
    onVoucher: open.find((one) => one.voucherId === voucherId)?.missing ?? 0,
    onDevice: open.reduce((sum, { missing }) => sum + missing, 0),
  };
}

/** Returns whether the voucher belongs to this person, across merged ids. */
export async function isOwnVoucher(
  tx: SyncTransaction,
  voucher: VoucherToSettle,
  customerId: string,
): Promise<boolean> {
  const customer = await tx.readCustomer(customerId);
  return isVoucherOf(voucher, { id: customerId, personId: customer?.id });
}

/**
 * Settles the sales that waited for a voucher that now exists. Idempotent: a settled sale no longer waits.
 */
export async function settleWaiting(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  voucherId: VoucherId,
  now: Date,
): Promise<void> {
  for (const conflict of await tx.lockWaiting(voucherId)) {
    const accepted = await tx.findAcceptance(conflict.purchaseOpId);
    const { voucherCap = 0, deviceCap = 0 } = accepted ?? {};
    await settleAccepted(deps, tx, { ...conflict, voucherCap, deviceCap }, conflict, now);
  }
}

/** Posts a kiosk's top-up and settles the sales that waited for its voucher, in the caller's transaction. */
export async function postTopUpAndSettle(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  topUp: Omit<TopUpToPost, 'movement'>,
): Promise<TopUpReceipt> {
  const receipt = await tx.postTopUp({ ...topUp, movement: deps.newId(), isKioskSigned: true });
  await settleWaiting(deps, tx, topUp.voucher, topUp.recordedAt);
  return receipt;
}

/**
 * Closes the line of a sale that was set aside and has been paid since. Returns null when it has not been
 * paid.
 */
export async function closeIfPaid(
  tx: SyncTransaction,
  conflict: ConflictLine,
  now: Date,
): Promise<Receipt | NeverPaid | null> {
  const paid = await openPurchasePaid(tx, conflict);
  if (!paid || typeof paid === 'string') return paid;
  await closeConflict(tx, conflict, now);
  return insertAcceptanceReceipt(tx, conflict, paid, now);
}

/** Returns the purchase's payment, for the line of a sale that was set aside. */
export async function openPurchasePaid(
  tx: SyncTransaction,
  conflict: ConflictLine,
): Promise<PurchaseReceipt | NeverPaid | null> {
  // The purchase of an overspend has a receipt too, from the settlement itself.
  const isOpen = conflict.state === 'waiting' || conflict.state === 'review';
  return isOpen && conflict.kind === 'sale' ? paidPurchase(tx, conflict) : null;
}

export function closeConflict(tx: SyncTransaction, { id, reason }: ConflictLine, now: Date): Promise<void> {
  return tx.updateConflict(id, {
    state: 'resolved',
    reason,
    missing: 0,
    resolution: { assignee: null, note: '', by: null, at: now },
  });
}

async function paidPurchase(
  tx: SyncTransaction,
  accepted: OpenPurchase,
): Promise<PurchaseReceipt | NeverPaid | null> {
  const receipt = await tx.findReceipt(keyOfPurchase(accepted));
  if (receipt === 'reused') return receipt;
  if (receipt?.refusal === 'WITHDRAWN') return 'withdrawn';
  return receipt?.refusal === null ? purchaseReceiptSchema.parse(receipt.answer) : null;
}

/** Stores the acceptance's own receipt. */
export async function insertAcceptanceReceipt(
  tx: SyncTransaction,
  { opId, bodyHash }: Pick<OpenPurchase, 'opId' | 'bodyHash'>,
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

/** Returns the key of the receipt of a sale's purchase. */
export function keyOfPurchase(accepted: OpenPurchase): ReceiptKey {
  const { purchaseOpId: opId, customerId: userId, stallId: estanteId, price } = accepted;
  return { opId, bodyHash: purchaseHash({ userId, estanteId, codeQrUuid: accepted.voucherId, price }) };
}

/** Records a shortfall for a manager. A sale that waited already has a line; any other gets one. */
async function recordOverspend(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  accepted: OpenPurchase,
  reason: ConflictReason,
  missing: Pesos,
): Promise<void> {
  const known = await tx.findConflict(accepted.opId);
  const overspend = { state: 'overspend', reason, missing } as const;
  if (known) await tx.updateConflict(known.id, { ...overspend, resolution: null });
  else await openLine(deps, tx, accepted, overspend);
}

/** Opens the line of an operation for a manager, or of a sale until its top-up arrives. */
export async function openLine(
  deps: Pick<SettlementDeps, 'newId'>,
  tx: SyncTransaction,
  operation: OpenPurchase & { kind?: ConflictLine['kind'] },
  about: Pick<ConflictLine, 'state' | 'reason'> & { missing?: Pesos },
): Promise<ConflictLine> {
  const { opId, purchaseOpId, deviceId, seq, stallId, marketId, voucherId, customerId, price } = operation;
  const { kind = 'sale', bodyHash, occurredAt, recordedAt } = operation;
  const conflict: ConflictLine = {
    id: deps.newId(),
    kind,
    missing: 0,
    ...about,
    opId,
    bodyHash,
    purchaseOpId,
    marketId,
    stallId,
    voucherId,
    customerId,
    price,
    deviceId,
    seq,
    occurredAt,
    recordedAt,
  };
  await tx.insertConflict(conflict);
  return conflict;
}

export type SweepDeps = SettlementDeps & { onFailure(error: unknown, what: string): void };

const mostAtOnce = 100;

/**
 * Settles the sales that waited for this voucher, which has just been issued. Never throws: the sweep handles
 * the rest.
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
 * Completes what a crash between two transactions left behind: sales waiting for an existing voucher, and
 * lines whose purchase has been paid. Each runs in a separate transaction, so that a failure affects no
 * other.
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

import { purchaseReceiptSchema, type PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import type { PurchaseAct, PurchaseToPost } from '#src/operations/purchase/post.ts';
import { decidePurchaseAtStall, pointsFor } from '#src/operations/purchase/rule.ts';
import { loadTopUpVoid, postTopUpVoid } from '#src/operations/top-up-void/post.ts';
import { loadTopUp, postTopUp } from '#src/operations/top-up/post.ts';
import { legsOf, purchaseTransfers } from '#src/operations/transfer.ts';
import { loadVoid, postVoid } from '#src/operations/void/post.ts';
import { toAmount, type OpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { toStoredAnswer, type Receipt, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { closeVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import {
  insertReceipt,
  type MemoryLedger,
  type MemoryMovement,
  type MemoryVoucher,
  type UndoLog,
} from './ledger.ts';

export type MoneyTools = {
  postMovement(movement: MemoryMovement): void;
  newId(): string;
  now(): Date;
  session: Session;
};

/**
 * The money verbs, like the SQL statements: guard, movement, detail row, receipt; or the existing receipt.
 */
export function moneyPort(ledger: MemoryLedger, log: UndoLog, tools: MoneyTools) {
  const keep: Keep = (receipt) => insertReceipt(ledger, log, receipt);
  return {
    knownVouchers: async (ids) => new Set(ids.filter((id) => ledger.vouchers.has(id))),
    postPurchase: async (entry) => postPurchase(ledger, log, tools, keep, entry),
    postPaidPurchases: async (entries) => {
      const paid = new Map<OpId, PurchaseReceipt>();
      for (const entry of entries) {
        const decided = ledger.receipts.has(entry.op) ? null : decide(ledger, tools, entry);
        if (decided && 'sale' in decided)
          paid.set(entry.op, postDecidedPurchase(ledger, log, tools, keep, decided.sale));
      }
      return paid;
    },
    // A sale's products do not affect money: tested on PostgreSQL.
    notePurchaseLines: async () => undefined,
    loadTopUp: (asked) => loadTopUp(tools.session, asked),
    postTopUp: (topUp) => postTopUp(tools.session, topUp),
    isVoucherIdTaken: async (id) => ledger.vouchers.has(id),
    lockVoucher: async (id) => {
      const voucher = ledger.vouchers.get(id);
      if (!voucher) return null;
      const { ownerId, marketId, balance, blocked, closedAs } = voucher;
      const ownerName = ledger.customers.get(ownerId)?.customer.ownerName ?? '';
      const personId = ledger.customers.get(ownerId)?.mergedInto ?? ownerId;
      return { id, ownerId, personId, ownerName, marketId, balance, blocked, closedAs };
    },
    blockVoucher: async (id) => {
      const voucher = ledger.vouchers.get(id);
      if (!voucher || voucher.blocked !== null) return;
      log.set(ledger.vouchers, id, { ...voucher, blocked: 'overspend', blockedAt: tools.now().getTime() });
      log.set(ledger.blockChanges, ledger.blockChanges.size, { voucherId: id, position: ledger.position });
    },
    // Credit between markets is tested on PostgreSQL.
    lockCreditLeft: async () => null,
    loadVoid: (asked) => loadVoid(tools.session, asked),
    postVoid: (loaded, plan, entry) => postVoid(tools.session, loaded, plan, entry),
    loadTopUpVoid: (asked) => loadTopUpVoid(tools.session, asked),
    postTopUpVoid: (loaded, plan, entry) => postTopUpVoid(tools.session, loaded, plan, entry),
    closeVoucher: (id, at) => closeVoucher(tools.session, id, 'voided', at),
    postDecidedPurchase: async (sale) => postDecidedPurchase(ledger, log, tools, keep, sale),
    // A person decides it, which is tested on PostgreSQL.
    post: ({ kind }: { kind: string }) => Promise.reject(new Error(`nobody posts a ${kind} by itself here`)),
  } satisfies Partial<SyncTransaction>;
}

type Keep = (receipt: Receipt) => void;

function postPurchase(
  ledger: MemoryLedger,
  log: UndoLog,
  tools: MoneyTools,
  keep: Keep,
  entry: PurchaseAct,
): StoredAnswer<PurchaseReceipt> {
  const read = (kept: unknown) => purchaseReceiptSchema.parse(kept);
  const seen = ledger.receipts.get(entry.op);
  if (seen) return toStoredAnswer(seen, entry.hash, read, true);
  const decided = decide(ledger, tools, entry);
  if ('sale' in decided) {
    const receipt = postDecidedPurchase(ledger, log, tools, keep, decided.sale);
    return { kind: 'done', receipt, replayed: false };
  }
  const { op: opId, hash: bodyHash } = entry;
  const { code: refusal = 'INTERNAL', ...answer } = decided.refusal ?? {};
  const receipt: Receipt = { opId, bodyHash, refusal, answer };
  keep(receipt);
  return toStoredAnswer(receipt, entry.hash, read, false);
}

/** A purchase without a receipt. `refusal` is null where the rule allows what cannot be posted. */
function decide(
  ledger: MemoryLedger,
  tools: MoneyTools,
  entry: PurchaseAct,
): { sale: PurchaseToPost } | { refusal: ReturnType<typeof decidePurchaseAtStall> } {
  const voucher = ledger.vouchers.get(entry.voucher);
  const stall = ledger.stalls.get(entry.stall);
  const owned = voucher && isOwner(ledger, voucher, entry.customer) ? voucher : null;
  const known = owned && { monto: owned.balance, state: stateOf(owned, tools.now()) };
  const refusal = decidePurchaseAtStall(
    { isStallActive: stall !== undefined, voucher: known, creditLeft: null, charged: null },
    entry.price,
  );
  if (refusal || !owned || !stall) return { refusal };
  const ownerName = ledger.customers.get(owned.ownerId)?.customer.ownerName ?? '';
  return {
    sale: { ...entry, voucher: { ...owned, ownerName }, stall, taken: entry.price, reason: null },
  };
}

function postDecidedPurchase(
  ledger: MemoryLedger,
  log: UndoLog,
  tools: MoneyTools,
  keep: Keep,
  sale: PurchaseToPost,
): PurchaseReceipt {
  const { op: reference, voucher, stall, price, taken, reason } = sale;
  const [id, missing] = [tools.newId(), toAmount(price - taken)];
  tools.postMovement({
    id,
    kind: 'purchase',
    reference,
    legs: legsOf(purchaseTransfers({ voucher, stall, price, taken })),
  });
  const row = { reference, voucherId: voucher.id, stallId: stall.id, amount: price, missing };
  log.set(ledger.purchases, id, row);
  const points = pointsFor(taken, stall.pointsEvery);
  if (points !== 0)
    log.set(ledger.points, id, { customerId: voucher.ownerId, marketId: stall.marketId, points });
  const answer: PurchaseReceipt = {
    codeCompra: `C-${id.slice(-8)}`,
    nuevoSaldo: toAmount(voucher.balance - taken),
    price: toAmount(price),
    estanteName: stall.name,
    userName: voucher.ownerName,
    codeQrUuid: voucher.id,
    points,
    createAt: tools.now().toISOString(),
    ...(reason ? { missing, reason } : {}),
  };
  if (sale.hash !== null) keep({ opId: reference, bodyHash: sale.hash, refusal: null, answer });
  return answer;
}

function stateOf({ balance, blocked, closedAs }: MemoryVoucher, now: Date): VoucherState {
  return voucherStateOf({ balance, isBlocked: blocked !== null, expiresAt: null, closedAs }, now);
}

/** Link and voucher may name merged customers. */
function isOwner(ledger: MemoryLedger, { ownerId }: MemoryVoucher, customerId: string): boolean {
  const personOf = (id: string): string => ledger.customers.get(id)?.mergedInto ?? id;
  return personOf(customerId) === personOf(ownerId);
}

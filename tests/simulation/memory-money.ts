import { purchaseReceiptSchema, type PurchaseReceipt } from '#src/contract/purchase.ts';
import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/top-up.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import { decidePurchase } from '#src/domain/decide-purchase.ts';
import type { PurchaseEntry } from '#src/server/ledger/purchase-entry.ts';
import { leg, settlementLegs } from '#src/server/ledger/settle-legs.ts';
import { toStoredAnswer, type StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { StoredReceipt } from '#src/server/ledger/settle-posting.ts';
import type { MoneyPort, SyncTopUp, TakenBack } from '#src/server/services/sync-ports.ts';
import type { MemoryLedger, MemoryMovement, MemoryVoucher, UndoLog } from './memory-ledger.ts';

export type MoneyTools = {
  postMovement(movement: MemoryMovement): void;
  newId(): string;
  now(): Date;
};

/** The verbs of money, as the SQL statements do them: guard, movement, detail row, receipt; or the receipt that was there. */
export function moneyPort(ledger: MemoryLedger, log: UndoLog, tools: MoneyTools): MoneyPort {
  const keep = (receipt: StoredReceipt): void => log.set(ledger.receipts, receipt.opId, receipt);
  return {
    placePurchase: async (entry) => placePurchase(ledger, log, tools, keep, entry),
    placePurchases: async (entries) =>
      new Map(entries.map((entry) => [entry.op, placePurchase(ledger, log, tools, keep, entry)])),
    placeTopUp: async (entry) => placeTopUp(ledger, log, tools, keep, entry),
    lockVoucher: async (id) => {
      const voucher = ledger.vouchers.get(id);
      if (!voucher) return null;
      const { ownerId, marketId, balance, blocked } = voucher;
      const ownerName = ledger.customers.get(ownerId)?.customer.ownerName ?? '';
      return { id, ownerId, ownerName, marketId, balance, blocked };
    },
    blockVoucher: async (id) => {
      const voucher = ledger.vouchers.get(id);
      if (voucher) log.set(ledger.vouchers, id, { ...voucher, blocked: voucher.blocked ?? 'overspend' });
    },
    takeBackPurchase: async (entry) => takeBack(ledger, tools, entry),
    postMovement: async (movement) => tools.postMovement(movement),
    insertPurchase: async ({ movementId, voucherId, stallId, amount, missing }) => {
      const reference = ledger.movements.get(movementId)?.reference ?? '';
      log.set(ledger.purchases, movementId, { reference, voucherId, stallId, amount, missing });
    },
  };
}

type Keep = (receipt: StoredReceipt) => void;

function placePurchase(
  ledger: MemoryLedger,
  log: UndoLog,
  tools: MoneyTools,
  keep: Keep,
  entry: PurchaseEntry,
): StoredAnswer<PurchaseReceipt> {
  const read = (kept: Record<string, unknown>) => purchaseReceiptSchema.parse(kept);
  const seen = ledger.receipts.get(entry.op);
  if (seen) return answerOf(seen, entry.hash, true, read);
  const voucher = ledger.vouchers.get(entry.voucher);
  const stall = ledger.stalls.get(entry.stall);
  const owned = voucher && isOwner(ledger, voucher, entry.customer) ? voucher : null;
  const refusal = refusalOf(owned, stall !== undefined, entry.price);
  const receipt: StoredReceipt = { opId: entry.op, bodyHash: entry.hash, refusal, answer: {} };
  if (refusal !== null || !owned || !stall) {
    receipt.answer = { left: owned?.balance ?? 0 };
    keep(receipt);
    return answerOf(receipt, entry.hash, false, read);
  }
  const id = tools.newId();
  const { price } = entry;
  tools.postMovement({
    id,
    kind: 'purchase',
    reference: entry.op,
    recordedBy: entry.actor ?? '',
    recordedAt: tools.now(),
    legs: settlementLegs({ voucher: owned, stall, price, taken: price }),
  });
  log.set(ledger.purchases, id, {
    reference: entry.op,
    voucherId: owned.id,
    stallId: stall.id,
    amount: price,
    missing: 0,
  });
  receipt.answer = {
    codeCompra: `C-${id.slice(-8)}`,
    nuevoSaldo: owned.balance - price,
    price,
    estanteName: stall.name,
    userName: ledger.customers.get(owned.ownerId)?.customer.ownerName ?? '',
    codeQrUuid: owned.id,
    points: stall.pointsEvery > 0 ? Math.floor(price / stall.pointsEvery) : 0,
    createAt: tools.now().toISOString(),
  };
  keep(receipt);
  return answerOf(receipt, entry.hash, false, read);
}

/** Every leg the other way round, once. */
function takeBack(ledger: MemoryLedger, tools: MoneyTools, { op, movement, code }: TakenBack): void {
  const all = [...ledger.movements.values()];
  const bought = all.find((one) => one.kind === 'purchase' && `C-${one.id.slice(-8)}` === code);
  if (!bought || all.some(({ takesBack }) => takesBack === bought.id)) return;
  tools.postMovement({
    id: movement,
    kind: 'purchase',
    reference: op,
    recordedBy: '',
    recordedAt: tools.now(),
    legs: bought.legs.map(({ account, amount }) => ({ account, amount: -amount })),
    takesBack: bought.id,
  });
}

function refusalOf(voucher: MemoryVoucher | null, hasStall: boolean, price: number): RefusalCode | null {
  if (!hasStall) return 'UNKNOWN_STALL';
  if (!voucher) return 'UNKNOWN_VOUCHER';
  const state = voucher.blocked ? 'BLOCKED' : 'ACTIVE';
  return decidePurchase({ monto: voucher.balance, state }, price)?.code ?? null;
}

function placeTopUp(
  ledger: MemoryLedger,
  log: UndoLog,
  tools: MoneyTools,
  keep: Keep,
  entry: SyncTopUp,
): StoredAnswer<TopUpReceipt> {
  const read = (kept: Record<string, unknown>) => topUpReceiptSchema.parse(kept);
  const seen = ledger.receipts.get(entry.op);
  if (seen) return answerOf(seen, entry.hash, true, read);
  const row = ledger.customers.get(entry.customer);
  const customer = row?.mergedInto ? ledger.customers.get(row.mergedInto)?.customer : row?.customer;
  const operator = ledger.operators.get(entry.topUpPoint);
  const marketId = [...ledger.devices.values()].find(({ operators }) =>
    operators.includes(entry.topUpPoint),
  )?.marketId;
  const isActive = entry.isReviewed || operator?.isActive === true;
  const refusal = topUpRefusal(customer !== undefined, isActive, ledger.vouchers.has(entry.voucher));
  const receipt: StoredReceipt = { opId: entry.op, bodyHash: entry.hash, refusal, answer: {} };
  if (refusal === null && customer && marketId !== undefined) {
    const { voucher: id, amount } = entry;
    const cash = { kind: 'stall' as const, ownerId: entry.topUpPoint, marketId };
    log.set(ledger.vouchers, id, {
      id,
      ownerId: customer.id,
      marketId,
      face: amount,
      balance: amount,
      blocked: null,
    });
    const legs = [{ account: cash, amount: -amount }, leg('voucher', id, marketId, amount)];
    const movementId = tools.newId();
    log.set(ledger.movements, movementId, {
      id: movementId,
      kind: 'top-up' as const,
      reference: entry.op,
      legs,
    });
    receipt.answer = {
      _id: entry.op,
      identification: customer.identificacion,
      ownerName: customer.ownerName,
      status: true,
      createAt: entry.recordedAt.toISOString(),
      urlCodeQr: entry.urlCodeQr,
      message: 'Código creado correctamente',
      monto: amount,
      uuid: id,
    };
  }
  if (refusal !== 'FORBIDDEN') keep(receipt);
  return answerOf(receipt, entry.hash, false, read);
}

function topUpRefusal(hasCustomer: boolean, isActive: boolean, exists: boolean): RefusalCode | null {
  if (!hasCustomer) return 'UNKNOWN_CUSTOMER';
  if (!isActive) return 'FORBIDDEN';
  return exists ? 'VOUCHER_EXISTS' : null;
}

/** The link may name the customer that the owner was merged from. */
function isOwner(ledger: MemoryLedger, voucher: MemoryVoucher, customerId: string): boolean {
  return customerId === voucher.ownerId || ledger.customers.get(customerId)?.mergedInto === voucher.ownerId;
}

function answerOf<Receipt>(
  { bodyHash, refusal, answer }: StoredReceipt,
  hash: string,
  replayed: boolean,
  read: (answer: Record<string, unknown>) => Receipt,
): StoredAnswer<Receipt> {
  return toStoredAnswer({ body_hash: bodyHash, refusal, answer, replayed }, hash, read);
}

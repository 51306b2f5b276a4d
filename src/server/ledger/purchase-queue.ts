import type { OpId, VoucherId } from '#src/contract/brands.ts';
import type { PurchaseReceipt } from '#src/contract/money/purchase.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { postPurchases, readOutcome, type OutcomeRow, type PurchaseEntry } from './purchases.ts';
import type { StoredAnswer } from './receipts.ts';
import { isTransient, retryTransaction } from './receipts.ts';

export type PurchaseAnswer = StoredAnswer<PurchaseReceipt>;

type Waiting = {
  entry: PurchaseEntry;
  resolve: (answer: PurchaseAnswer) => void;
  reject: (error: unknown) => void;
};

/**
 * Group commit: purchases that arrive while every session is busy go together into the next statement, and each call
 * returns only after that statement has committed. A crash before the commit leaves nothing, and no caller had a reply;
 * a crash after it leaves the receipt, which the device's retry finds.
 */
export type PurchaseQueue = {
  post(entry: PurchaseEntry): Promise<PurchaseAnswer>;
};

const maxBatch = 200;

export function createPurchaseQueue(
  database: Database,
  now: () => Date,
  options: { maxBatch?: number } = {},
): PurchaseQueue {
  const limit = options.maxBatch ?? maxBatch;
  const money: Session = { query: (statement) => database.query(statement, 'money') };
  let waiting: Waiting[] = [];
  let running = 0;
  /** Vouchers in a statement under way: a second statement would only wait for the row. */
  const busy = new Set<VoucherId>();

  function pump(): void {
    while (running < database.sessionCount && waiting.length > 0) {
      const batch = takeBatch(waiting, limit, busy);
      if (batch.length === 0) return;
      const taken = new Set(batch);
      waiting = waiting.filter((one) => !taken.has(one));
      for (const one of batch) busy.add(one.entry.voucher);
      running += 1;
      void settle(batch).finally(() => {
        running -= 1;
        for (const one of batch) busy.delete(one.entry.voucher);
        pump();
      });
    }
  }

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const entries = batch.map((one) => one.entry);
      const rows = await postPurchases(money, now(), entries);
      for (const [index, one] of batch.entries()) answer(one, rows.get(index));
    } catch (error) {
      // A conflict of one entry rolls the whole statement back: then each is posted alone, so that it can only fail
      // itself.
      if (isTransient(error)) for (const one of batch) await settleAlone(one);
      else for (const one of batch) one.reject(error);
    }
  }

  async function settleAlone(one: Waiting): Promise<void> {
    try {
      const rows = await retryTransaction(() => postPurchases(money, now(), [one.entry]));
      answer(one, rows.get(0));
    } catch (error) {
      one.reject(error);
    }
  }

  function answer(one: Waiting, row: OutcomeRow | undefined): void {
    try {
      const known = readOutcome(row, one.entry);
      if (known) one.resolve(known);
      else requeue(one);
    } catch (error) {
      one.reject(error);
    }
  }

  function requeue(one: Waiting): void {
    waiting.push(one);
    pump();
  }

  return {
    post: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        pump();
      }),
  };
}

/** The oldest waiting entries, no voucher and no operation twice: the statement updates a row only once. */
function takeBatch(waiting: readonly Waiting[], limit: number, busy: ReadonlySet<VoucherId>): Waiting[] {
  const batch: Waiting[] = [];
  const vouchers = new Set(busy);
  const ops = new Set<OpId>();
  for (const one of waiting) {
    if (batch.length >= limit) break;
    if (vouchers.has(one.entry.voucher) || ops.has(one.entry.op)) continue;
    vouchers.add(one.entry.voucher);
    ops.add(one.entry.op);
    batch.push(one);
  }
  return batch;
}

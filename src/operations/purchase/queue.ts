import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import { isTransient, retryTransaction, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import type { Database } from '#src/server/store/database.ts';
import { postPaidPurchases, postPurchaseIn, type PurchaseAct } from './post.ts';

export type PurchaseAnswer = StoredAnswer<PurchaseReceipt>;

type Waiting = {
  act: PurchaseAct;
  resolve: (answer: PurchaseAnswer) => void;
  reject: (error: unknown) => void;
};

/**
 * Group commit: purchases that arrive while two statements are running share the next one, and each call
 * returns only after its statement has committed. The statement posts what is paid; a refused or repeated
 * purchase is decided afterwards in a separate transaction. More parallel statements would only make each
 * smaller, and a commit costs more than another entry. When a statement is slow, because a row is locked
 * elsewhere, others may overtake it. A crash before the commit leaves nothing, and no caller had an answer. A
 * crash after it leaves the receipt, which the device's retry finds.
 */
export type PurchaseQueue = {
  post(act: PurchaseAct): Promise<PurchaseAnswer>;
};

/** Parameters of the grouping, measured by bench/purchases. */
export type PurchaseGroups = {
  /** Purchases per statement. */
  maxBatch: number;
  /** Parallel statements while none is slow. */
  usualStatements: number;
  /** Called with the number of purchases in each statement. */
  onGroup?: (size: number) => void;
};

export const usualGroups: PurchaseGroups = { maxBatch: 200, usualStatements: 2 };
/** A statement that takes longer waits for another session's lock or for the disk. */
const slowMs = 20;

export function createPurchaseQueue(
  database: Pick<Database, 'query' | 'transaction' | 'sessionCount'>,
  now: () => Date,
  { maxBatch, usualStatements, onGroup }: PurchaseGroups = usualGroups,
): PurchaseQueue & {
  /** Returns the number of waiting purchases. */
  waiting(): number;
} {
  const posting: Posting = {
    paid: (acts) =>
      postPaidPurchases({ query: (statement) => database.query(statement, 'money') }, now(), acts),
    alone: (act) =>
      retryTransaction(() => database.transaction((session) => postPurchaseIn(session, now(), act), 'money')),
  };
  let waiting: Waiting[] = [];
  /** Running statements; `at` in ms of the monotonic clock. */
  const underWay = new Set<{ at: number }>();
  let lookAgain: NodeJS.Timeout | null = null;
  /** Vouchers in a running statement: a second statement would only wait for the row. */
  const busy = new Set<VoucherId>();

  function pump(): void {
    while (waiting.length > 0 && mayBegin()) {
      const batch = takeBatch(waiting, maxBatch, busy);
      if (batch.length === 0) return;
      onGroup?.(batch.length);
      const taken = new Set(batch);
      waiting = waiting.filter((one) => !taken.has(one));
      for (const one of batch) busy.add(one.act.voucher);
      const statement = { at: performance.now() };
      underWay.add(statement);
      void settle(posting, batch).finally(() => {
        underWay.delete(statement);
        for (const one of batch) busy.delete(one.act.voucher);
        pump();
      });
    }
  }

  function mayBegin(): boolean {
    if (underWay.size < Math.min(usualStatements, database.sessionCount)) return true;
    if (underWay.size >= database.sessionCount) return false;
    const newest = Math.max(...[...underWay].map(({ at }) => at));
    if (performance.now() - newest >= slowMs) return true;
    lookAgain ??= setTimeout(() => {
      lookAgain = null;
      pump();
    }, slowMs).unref();
    return false;
  }

  return {
    post: (act) =>
      new Promise((resolve, reject) => {
        waiting.push({ act, resolve, reject });
        pump();
      }),
    waiting: () => waiting.length,
  };
}

type Posting = {
  /** Posts those that are paid, in one statement. */
  paid(acts: readonly PurchaseAct[]): Promise<ReadonlyMap<OpId, PurchaseReceipt>>;
  /** Decides and posts one, or finds its receipt. */
  alone(act: PurchaseAct): Promise<PurchaseAnswer>;
};

async function settle(posting: Posting, batch: readonly Waiting[]): Promise<void> {
  let paid: ReadonlyMap<OpId, PurchaseReceipt>;
  try {
    paid = await posting.paid(batch.map(({ act }) => act));
  } catch (error) {
    // A conflict of one entry rolls back the whole statement. Each is then posted alone, so that it can only
    // fail itself.
    if (!isTransient(error)) {
      for (const one of batch) one.reject(error);
      return;
    }
    paid = new Map();
  }
  const rest = batch.filter(({ act, resolve }) => {
    const receipt = paid.get(act.op);
    if (receipt) resolve({ kind: 'done', receipt, replayed: false });
    return !receipt;
  });
  for (const { act, resolve, reject } of rest) await posting.alone(act).then(resolve, reject);
}

/**
 * Takes the oldest waiting entries without repeating a voucher or operation, because the statement updates a
 * row only once.
 */
function takeBatch(waiting: readonly Waiting[], limit: number, busy: ReadonlySet<VoucherId>): Waiting[] {
  const batch: Waiting[] = [];
  const vouchers = new Set(busy);
  const ops = new Set<OpId>();
  for (const one of waiting) {
    if (batch.length >= limit) break;
    if (vouchers.has(one.act.voucher) || ops.has(one.act.op)) continue;
    vouchers.add(one.act.voucher);
    ops.add(one.act.op);
    batch.push(one);
  }
  return batch;
}

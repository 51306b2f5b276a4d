import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { PurchaseAct } from '#src/operations/purchase/post.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { receiptBook, type Receipt, type StoredAnswer } from '#src/server/ledger/receipts.ts';

/** Verbs of a transaction that run ahead or deferred. Call `flush` before the transaction commits. */
export type Prefetched<Names extends keyof SyncTransaction> = {
  port: Pick<SyncTransaction, Names>;
  flush(): Promise<void>;
};

/** An operation that ran ahead should not have run: the transaction is rolled back and repeated in order. */
export class PrefetchMiss extends Error {}

/** Returns a result for every key, null where nothing was found. */
export function remember<Row, Key extends string>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Promise<Row | null>> {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return new Map(keys.map((key) => [key, Promise.resolve(found.get(key) ?? null)]));
}

export type PrefetchedReceipts = Prefetched<
  | 'findReceipt'
  | 'isAnswered'
  | 'insertReceipt'
  | 'postPurchase'
  | 'postTopUp'
  | 'postDecidedPurchase'
  | 'post'
> & {
  /** Records that the database has posted this purchase and written its receipt. */
  posted(entry: PurchaseAct, answer: StoredAnswer<PurchaseReceipt>): StoredAnswer<PurchaseReceipt>;
};

/** Reads the receipts of these operations at once. New ones are inserted at the end. */
export async function prefetchReceipts(
  plain: SyncTransaction,
  wanted: readonly OpId[],
  now: Date,
): Promise<PrefetchedReceipts> {
  const found = await plain.readReceipts(wanted);
  const written = receiptBook([]);
  /** Ids for which `found` and `written` are complete. */
  const looked = new Set(wanted);
  let fresh: Receipt[] = [];
  const flush = async (): Promise<void> => {
    const receipts = fresh;
    fresh = [];
    if (receipts.length > 0) await plain.insertReceipts(receipts, now);
  };
  const keep = (receipt: Receipt): void => {
    looked.add(receipt.opId);
    written.keep(receipt);
  };
  const forget = (opId: OpId): void => {
    looked.delete(opId);
    written.forget(opId);
  };
  const posted: PrefetchedReceipts['posted'] = (entry, answer) => {
    const { op: opId, hash: bodyHash } = entry;
    if (answer.kind === 'done') keep({ opId, bodyHash, refusal: null, answer: answer.receipt });
    else forget(opId);
    return answer;
  };
  return {
    posted,
    port: {
      findReceipt: async (key) =>
        looked.has(key.opId) ? (written.find(key) ?? found.find(key)) : plain.findReceipt(key),
      isAnswered: async (opId) =>
        looked.has(opId) ? written.isAnswered(opId) || found.isAnswered(opId) : plain.isAnswered(opId),
      insertReceipt: async (receipt) => {
        fresh.push(receipt);
        keep(receipt);
      },
      postPurchase: async (entry, at) => posted(entry, await plain.postPurchase(entry, at)),
      postDecidedPurchase: async (purchase, at) => {
        const answer = await plain.postDecidedPurchase(purchase, at);
        if (purchase.hash !== null)
          keep({ opId: purchase.op, bodyHash: purchase.hash, refusal: null, answer });
        return answer;
      },
      post: async (movement) => {
        await plain.post(movement);
        const { reference: opId, receipt } = movement;
        if (receipt) keep({ opId, refusal: null, ...receipt });
      },
      postTopUp: async (topUp) => {
        const answer = await plain.postTopUp(topUp);
        if (topUp.hash !== null) keep({ opId: topUp.op, bodyHash: topUp.hash, refusal: null, answer });
        return answer;
      },
    },
    flush,
  };
}

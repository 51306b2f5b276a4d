import type { StoredReceipt } from '#src/server/ledger/settle-posting.ts';
import type { PurchaseEntry } from '#src/server/ledger/purchase-entry.ts';
import type { StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import { remember, type Ahead } from './sync-ahead.ts';
import type { SyncTransaction } from './sync-ports.ts';

export type ReceiptsAhead = Ahead<'readReceipt' | 'insertReceipt' | 'placePurchase' | 'placeTopUp'> & {
  /** The database placed this purchase and wrote its receipt. */
  heard(entry: PurchaseEntry, answer: StoredAnswer<PurchaseReceipt>): StoredAnswer<PurchaseReceipt>;
};

/** Receipts of these operations, read at once; what is new goes in at the end. */
export async function receiptsAhead(
  plain: SyncTransaction,
  wanted: readonly string[],
  now: Date,
): Promise<ReceiptsAhead> {
  const known = remember(wanted, await plain.readReceipts(wanted), ({ opId }) => opId);
  const fresh: StoredReceipt[] = [];
  const heard: ReceiptsAhead['heard'] = (entry, answer) => {
    const { op: opId, hash: bodyHash } = entry;
    if (answer.kind === 'done')
      known.set(opId, Promise.resolve({ opId, bodyHash, refusal: null, answer: answer.receipt }));
    else known.delete(opId);
    return answer;
  };
  return {
    heard,
    port: {
      readReceipt: async (opId) => known.get(opId) ?? plain.readReceipt(opId),
      insertReceipt: async (receipt) => {
        fresh.push(receipt);
        known.set(receipt.opId, Promise.resolve(receipt));
      },
      placePurchase: async (entry, at) => heard(entry, await plain.placePurchase(entry, at)),
      placeTopUp: async (entry) => {
        known.delete(entry.op);
        return plain.placeTopUp(entry);
      },
    },
    flush: async () => {
      if (fresh.length > 0) await plain.insertReceipts(fresh, now);
    },
  };
}

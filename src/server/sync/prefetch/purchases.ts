import type { OpId, VoucherId } from '#src/contract/brands.ts';
import type { PurchaseReceipt } from '#src/contract/money/purchase.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { purchaseOf, type PurchaseEnvelope } from '#src/server/sync/entries/purchase.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { PrefetchMiss, type Prefetched, type PrefetchedReceipts } from './receipts.ts';

/**
 * Purchases on vouchers that no other entry touches are posted ahead: the first of each voucher by one statement, then
 * the second of each, and so on. The next one of a voucher follows only a paid one, behind which its acceptance changes
 * nothing; after any other result it waits for its turn. A purchase posted ahead that is never called for rolls
 * everything back.
 */
export async function prefetchPurchases(
  plain: SyncTransaction,
  receipts: PrefetchedReceipts,
  entries: readonly ReadyEntry[],
  { now, withdrawn }: { now: Date; withdrawn: ReadonlyMap<string, ReadonlySet<OpId>> },
): Promise<Prefetched<'postPurchase'>> {
  const isPlain = async ({ deviceId, opId, after }: PurchaseEnvelope): Promise<boolean> => {
    const isWithdrawn = withdrawn.get(deviceId)?.has(opId) ?? false;
    return !isWithdrawn && after === undefined && !(await receipts.port.readReceipt(opId));
  };
  const posted = new Map<OpId, StoredAnswer<PurchaseReceipt>>();
  let queues = onlyBought(entries);
  // A single one gains nothing by being posted ahead.
  if (queues.flat().length < 2) queues = [];
  while (queues.length > 0) {
    const heads = [];
    for (const [head] of queues) if (head && (await isPlain(head))) heads.push(purchaseOf(head));
    if (heads.length === 0) break;
    const answers = await plain.postPurchases(heads, now);
    for (const [opId, answer] of answers) posted.set(opId, answer);
    queues = queues.flatMap(([head, ...later]) =>
      head && answers.get(head.opId)?.kind === 'done' && later.length > 0 ? [later] : [],
    );
  }
  return {
    port: {
      postPurchase: async (entry, at) => {
        const answer = posted.get(entry.op);
        if (!answer) return receipts.port.postPurchase(entry, at);
        posted.delete(entry.op);
        return receipts.posted(entry, answer);
      },
    },
    flush: async () => {
      if (posted.size > 0)
        throw new PrefetchMiss(`${posted.size} purchases were posted ahead and never called for`);
    },
  };
}

/**
 * Purchases by voucher, in order, where the batch uses the voucher only in them and in their own acceptances. With a
 * registration or a top-up in the batch: none.
 */
function onlyBought(entries: readonly ReadyEntry[]): PurchaseEnvelope[][] {
  const byVoucher = new Map<VoucherId, PurchaseEnvelope[]>();
  const otherwise = new Set<VoucherId>();
  for (const { envelope } of entries) {
    if (envelope.kind === 'customer' || envelope.kind === 'top-up') return [];
    const { codeQrUuid } = envelope.payload;
    const queue = byVoucher.get(codeQrUuid) ?? [];
    if (envelope.kind === 'purchase') byVoucher.set(codeQrUuid, [...queue, envelope]);
    else if (
      envelope.kind !== 'acceptance' ||
      !queue.some(({ opId }) => opId === envelope.payload.purchaseOpId)
    )
      otherwise.add(codeQrUuid);
  }
  return [...byVoucher].flatMap(([voucher, queue]) => (otherwise.has(voucher) ? [] : [queue]));
}

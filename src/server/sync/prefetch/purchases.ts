import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { PrefetchMiss, type Prefetched } from './prefetched.ts';
import type { PrefetchedReceipts } from './receipts.ts';
import type { SyncTransaction } from '#src/server/sync/ports.ts';
import type { ReadyEntry } from '#src/server/sync/prepare.ts';
import { purchaseOf, type PurchaseEnvelope } from '#src/server/sync/entries/purchase.ts';

/**
 * Purchases on vouchers that these entries do nothing else to are placed before it is their turn: the first of each voucher
 * by one statement, then the second of each, and so on. A voucher's next one goes only after a paid one, behind which its
 * acceptance changes nothing; after any other answer it waits for its turn. One that nobody asks for in the end was not to
 * be placed, and takes everything back.
 */
export async function prefetchPurchases(
  plain: SyncTransaction,
  receipts: PrefetchedReceipts,
  entries: readonly ReadyEntry[],
  { now, withdrawn }: { now: Date; withdrawn: ReadonlyMap<string, ReadonlySet<string>> },
): Promise<Prefetched<'postPurchase'>> {
  const isPlain = async ({ deviceId, opId, after }: PurchaseEnvelope): Promise<boolean> => {
    const isWithdrawn = withdrawn.get(deviceId)?.has(opId) ?? false;
    return !isWithdrawn && after === undefined && !(await receipts.port.readReceipt(opId));
  };
  const placed = new Map<string, StoredAnswer<PurchaseReceipt>>();
  let queues = onlyBought(entries);
  // One by itself is placed as well when it is its turn.
  if (queues.flat().length < 2) queues = [];
  while (queues.length > 0) {
    const heads = [];
    for (const [head] of queues) if (head && (await isPlain(head))) heads.push(purchaseOf(head));
    if (heads.length === 0) break;
    const answers = await plain.postPurchases(heads, now);
    for (const [opId, answer] of answers) placed.set(opId, answer);
    queues = queues.flatMap(([head, ...later]) =>
      head && answers.get(head.opId)?.kind === 'done' && later.length > 0 ? [later] : [],
    );
  }
  return {
    port: {
      postPurchase: async (entry, at) => {
        const answer = placed.get(entry.op);
        if (!answer) return receipts.port.postPurchase(entry, at);
        placed.delete(entry.op);
        return receipts.posted(entry, answer);
      },
    },
    flush: async () => {
      if (placed.size > 0)
        throw new PrefetchMiss(`${placed.size} purchases were placed before their turn for nothing`);
    },
  };
}

/**
 * Purchases by voucher, in their order, where nothing here names the voucher but they and their own acceptances.
 * Registrations and top-ups: none are.
 */
function onlyBought(entries: readonly ReadyEntry[]): PurchaseEnvelope[][] {
  const byVoucher = new Map<string, PurchaseEnvelope[]>();
  const otherwise = new Set<string>();
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

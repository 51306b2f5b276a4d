import type { OpId, VoucherId } from '#src/contract/brands.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type {
  AcceptedSale,
  SyncTransaction,
  JournalEntry,
  NewJournalEntry,
} from '#src/server/sync/ports/ports.ts';
import {
  remember,
  prefetchReceipts,
  type Prefetched,
  PrefetchMiss,
  type PrefetchedReceipts,
} from './receipts.ts';
import type { PurchaseReceipt } from '#src/contract/money/purchase.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { purchaseOf, type PurchaseEnvelope } from '#src/server/sync/entries/purchase.ts';

/** A transaction with prefetched reads and deferred inserts. Call `flush` before it commits. */
export type Batch = { tx: SyncTransaction; flush(): Promise<void> };

/**
 * The same transaction with everything that these entries will look up read at once, and with inserts into journal,
 * receipts and acceptances deferred to the end: one statement instead of twenty. Call it with the authors locked:
 * nobody else writes their entries, acceptances and conflicts meanwhile. A receipt may still come from elsewhere, by
 * the same operation sent alone: it never changes once it is there, and one that was missed fails at its unique key,
 * which rolls the whole transaction back.
 */
export async function prefetch(
  plain: SyncTransaction,
  entries: readonly ReadyEntry[],
  request: { now: Date; withdrawn: ReadonlyMap<string, ReadonlySet<OpId>> },
): Promise<Batch> {
  const own = entries.map(({ envelope }) => envelope.opId);
  const purchases = entries.flatMap(({ envelope }) =>
    'purchaseOpId' in envelope.payload ? [envelope.payload.purchaseOpId] : [],
  );
  const wanted = [...new Set([...own, ...purchases])];
  const journal = await prefetchJournal(plain, entries, wanted);
  const receipts = await prefetchReceipts(plain, wanted, request.now);
  const posted = await prefetchPurchases(plain, receipts, entries, request);
  const acceptances = remember(
    purchases,
    await plain.findAcceptances(purchases),
    (sale) => sale.purchaseOpId,
  );
  const conflicts = remember(own, await plain.findConflicts(own), ({ opId }) => opId);
  let accepted: AcceptedSale[] = [];
  const flushAccepted = async (): Promise<void> => {
    if (accepted.length > 0) await plain.insertAcceptances(accepted);
    accepted = [];
  };
  const tx: SyncTransaction = {
    ...plain,
    ...journal.port,
    ...receipts.port,
    ...posted.port,
    findAcceptance: async (purchaseOpId) =>
      acceptances.get(purchaseOpId) ?? plain.findAcceptance(purchaseOpId),
    insertAcceptance: async (sale) => {
      accepted.push(sale);
      acceptances.set(sale.purchaseOpId, Promise.resolve(sale));
    },
    openSales: async (...asked) => {
      await flushAccepted();
      return plain.openSales(...asked);
    },
    // Only absence is cached: an existing line may be changed by people at any moment.
    findConflict: async (opId) => ((await conflicts.get(opId)) === null ? null : plain.findConflict(opId)),
    insertConflict: async (conflict) => {
      conflicts.delete(conflict.opId);
      await plain.insertConflict(conflict);
    },
    postSale: async (sale, at) => {
      // A share is named by what the journal says of it.
      await journal.flush();
      return receipts.port.postSale(sale, at);
    },
  };
  const flush = async (): Promise<void> => {
    await posted.flush();
    await journal.flush();
    await receipts.flush();
    await flushAccepted();
  };
  return { tx, flush };
}

/** The journal at and around the numbers of these entries, read at once; new entries are inserted at the end. */
async function prefetchJournal(
  plain: SyncTransaction,
  entries: readonly ReadyEntry[],
  wanted: readonly OpId[],
): Promise<Prefetched<'findEntry' | 'findEntriesAt' | 'insertEntry'>> {
  const byId = remember(wanted, await plain.findEntries(wanted), ({ opId }) => opId);
  const places = new Map<string, Map<number, JournalEntry[]>>();
  for (const [deviceId, seqs] of placesOf(entries)) {
    const at = new Map([...seqs].map((seq) => [seq, [] as JournalEntry[]]));
    for (const entry of await plain.findEntriesAt(deviceId, [...seqs])) at.get(entry.seq)?.push(entry);
    places.set(deviceId, at);
  }
  let fresh: NewJournalEntry[] = [];
  return {
    port: {
      findEntry: async (opId) => byId.get(opId) ?? plain.findEntry(opId),
      findEntriesAt: async (deviceId, seqs) => {
        const known = seqs.map((seq) => places.get(deviceId)?.get(seq));
        if (known.includes(undefined)) throw new Error(`numbers of ${deviceId} that nobody looked up`);
        return known.flatMap((found) => found ?? []);
      },
      insertEntry: async (entry) => {
        fresh.push(entry);
        byId.set(entry.opId, Promise.resolve(entry));
        places.get(entry.deviceId)?.get(entry.seq)?.push(entry);
      },
    },
    flush: async () => {
      const entered = fresh;
      fresh = [];
      if (entered.length > 0) await plain.insertEntries(entered);
    },
  };
}

/** Per author the numbers of its entries and their neighbours. */
function placesOf(entries: readonly ReadyEntry[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>();
  for (const { envelope } of entries) {
    const seqs = places.get(envelope.deviceId) ?? new Set();
    for (const seq of [envelope.seq - 1, envelope.seq, envelope.seq + 1]) seqs.add(seq);
    places.set(envelope.deviceId, seqs);
  }
  return places;
}

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
): Promise<Prefetched<'postPurchase' | 'knownVouchers'>> {
  const bought = entries.flatMap(({ envelope }) =>
    envelope.kind === 'purchase' ? [envelope.payload.codeQrUuid] : [],
  );
  const known = bought.length > 0 ? await plain.knownVouchers(bought) : new Set<VoucherId>();
  // One whose seal says what came of it goes by that (entries/proven.ts).
  const sealed = new Set(entries.flatMap(({ envelope, proven }) => (proven ? [envelope.opId] : [])));
  const isPlain = async ({ deviceId, opId, after, payload }: PurchaseEnvelope): Promise<boolean> => {
    const isWithdrawn = withdrawn.get(deviceId)?.has(opId) ?? false;
    // A stall's purchase whose voucher is not known is recorded without an answer (entries/purchase.ts).
    const waits = payload.by === 'stall' && !known.has(payload.codeQrUuid);
    return (
      !waits &&
      !isWithdrawn &&
      !sealed.has(opId) &&
      after === undefined &&
      !(await receipts.port.readReceipt(opId))
    );
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
      // Only presence is cached: a voucher never goes, and one may come with this very batch.
      knownVouchers: async (ids) => (ids.every((id) => known.has(id)) ? known : plain.knownVouchers(ids)),
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
 * Purchases by voucher, in order, where the batch uses the voucher only in them and in their own acceptances; shares of a sale are
 * decided together. With a registration or a top-up in the batch: none.
 */
function onlyBought(entries: readonly ReadyEntry[]): PurchaseEnvelope[][] {
  const byVoucher = new Map<VoucherId, PurchaseEnvelope[]>();
  const otherwise = new Set<VoucherId>();
  for (const { envelope } of entries) {
    if (envelope.kind === 'customer' || envelope.kind === 'top-up' || envelope.kind === 'top-up-void')
      return [];
    const { codeQrUuid } = envelope.payload;
    const queue = byVoucher.get(codeQrUuid) ?? [];
    if (envelope.kind === 'purchase' && envelope.payload.shares)
      for (const share of envelope.payload.shares) otherwise.add(share.codeQrUuid);
    else if (envelope.kind === 'purchase') byVoucher.set(codeQrUuid, [...queue, envelope]);
    else if (
      envelope.kind !== 'acceptance' ||
      !queue.some(({ opId }) => opId === envelope.payload.purchaseOpId)
    )
      otherwise.add(codeQrUuid);
  }
  return [...byVoucher].flatMap(([voucher, queue]) => (otherwise.has(voucher) ? [] : [queue]));
}

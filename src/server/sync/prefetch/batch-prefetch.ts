import type { OpId, VoucherId } from '#src/contract/brands.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { purchaseOf, type PurchaseEnvelope } from '#src/server/sync/entries/purchase.ts';
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

/**
 * A transaction with prefetched reads and deferred inserts. `postAhead`: when all operations have their places in the journal; from
 * then on it shows of them those that were reached. Call `flush` before it commits, and `written` before it fails: what the inserts
 * under way failed at comes first.
 */
export type Batch = {
  tx: SyncTransaction;
  postAhead(): Promise<void>;
  reach(opId: OpId): void;
  written(): Promise<void>;
  flush(): Promise<void>;
};

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
  const sales = purchases.length > 0 ? await plain.findAcceptances(purchases) : [];
  const acceptances = remember(purchases, sales, (sale) => sale.purchaseOpId);
  const conflicts = await prefetchConflicts(plain, own, journal.known);
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
  const { reach, written } = journal;
  const postAhead = async (): Promise<void> => {
    journal.hide();
    // The database writes it down while the answers to the purchases are read.
    await posted.ahead(journal.write);
    journal.write();
  };
  return { tx, postAhead, reach, written, flush };
}

/** A line is written with its operation's place in the journal: one that is new has none. */
async function prefetchConflicts(plain: SyncTransaction, own: readonly OpId[], known: ReadonlySet<OpId>) {
  const recorded = own.filter((opId) => known.has(opId));
  const lines = recorded.length > 0 ? await plain.findConflicts(recorded) : [];
  return remember(own, lines, ({ opId }) => opId);
}

type PrefetchedJournal = Prefetched<'findEntry' | 'findEntriesAt' | 'insertEntry'> &
  Pick<Batch, 'reach' | 'written'> & {
    /** recorded before */
    known: ReadonlySet<OpId>;
    /** What is new is not shown before it is reached. */
    hide(): void;
    /** Begins to insert what is new. */
    write(): void;
  };

/** The journal at and around the numbers of these entries, read at once; new entries are inserted at the end. */
async function prefetchJournal(
  plain: SyncTransaction,
  entries: readonly ReadyEntry[],
  wanted: readonly OpId[],
): Promise<PrefetchedJournal> {
  const found = await plain.findEntries(wanted);
  const byId = remember(wanted, found, ({ opId }) => opId);
  const places = new Map<string, Map<number, JournalEntry[]>>();
  for (const [deviceId, seqs] of placesOf(entries)) {
    const at = new Map([...seqs].map((seq) => [seq, [] as JournalEntry[]]));
    for (const entry of await plain.findEntriesAt(deviceId, [...seqs])) at.get(entry.seq)?.push(entry);
    places.set(deviceId, at);
  }
  let fresh: NewJournalEntry[] = [];
  const unreached = new Set<OpId>();
  let writing: Promise<void> = Promise.resolve();
  const write = (): void => {
    const entered = fresh;
    fresh = [];
    if (entered.length === 0) return;
    const [before, inserting] = [writing, plain.insertEntries(entered)];
    // What failed first is what is reported.
    writing = before.then(() => inserting);
    // The caller of `written` or `flush` gets the failure.
    for (const each of [writing, inserting]) each.catch(() => undefined);
  };
  return {
    known: new Set(found.map(({ opId }) => opId)),
    hide: () => {
      for (const { opId } of fresh) unreached.add(opId);
    },
    write,
    reach: (opId) => void unreached.delete(opId),
    written: () => writing,
    port: {
      findEntry: async (opId) => (unreached.has(opId) ? null : (byId.get(opId) ?? plain.findEntry(opId))),
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
    flush: () => {
      write();
      return writing;
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
): Promise<Prefetched<'postPurchase' | 'knownVouchers'> & { ahead(meanwhile: () => void): Promise<void> }> {
  const bought = entries.flatMap(({ envelope }) =>
    envelope.kind === 'purchase' ? [envelope.payload.codeQrUuid] : [],
  );
  const known = bought.length > 0 ? await plain.knownVouchers(bought) : new Set<VoucherId>();
  // One whose seal says what came of it goes by that (entries/proven.ts).
  const sealed = new Set(entries.flatMap(({ envelope, proven }) => (proven ? [envelope.opId] : [])));
  const isPlain = async ({ deviceId, opId, after, payload }: PurchaseEnvelope): Promise<boolean> => {
    const isWithdrawn = withdrawn.get(deviceId)?.has(opId) ?? false;
    // A stall's purchase whose voucher is not known is recorded without an answer (entries/purchase.ts).
    const waits = !known.has(payload.codeQrUuid);
    return (
      // A holder's is held to what its stall has sold since (operations/queued-purchase.ts).
      payload.by === 'stall' &&
      !waits &&
      !isWithdrawn &&
      !sealed.has(opId) &&
      after === undefined &&
      !(await receipts.port.isAnswered(opId))
    );
  };
  const posted = new Map<OpId, StoredAnswer<PurchaseReceipt>>();
  const ahead = async (meanwhile: () => void): Promise<void> => {
    let queues = onlyBought(entries);
    // A single one gains nothing by being posted ahead.
    if (queues.flat().length < 2) queues = [];
    while (queues.length > 0) {
      const heads = [];
      for (const [head] of queues) if (head && (await isPlain(head))) heads.push(purchaseOf(head));
      if (heads.length === 0) break;
      const asked = plain.postPurchases(heads, now);
      meanwhile();
      const answers = await asked;
      for (const [opId, answer] of answers) posted.set(opId, answer);
      queues = queues.flatMap(([head, ...later]) =>
        head && answers.get(head.opId)?.kind === 'done' && later.length > 0 ? [later] : [],
      );
    }
  };
  return {
    ahead,
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
 * decided together. With a registration, a top-up or a void in the batch: none.
 */
function onlyBought(entries: readonly ReadyEntry[]): PurchaseEnvelope[][] {
  const byVoucher = new Map<VoucherId, PurchaseEnvelope[]>();
  const otherwise = new Set<VoucherId>();
  for (const { envelope } of entries) {
    const { kind } = envelope;
    if (kind === 'customer' || kind === 'top-up' || kind === 'top-up-void' || kind === 'void') return [];
    if (kind === 'till-hand-over') continue;
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

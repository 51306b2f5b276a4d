import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { PurchaseEnvelope } from '#src/operations/envelopes.ts';
import { purchaseOf } from '#src/operations/purchase/entry.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { AcceptedPurchase, JournalEntry, NewJournalEntry } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import {
  remember,
  prefetchReceipts,
  type Prefetched,
  PrefetchMiss,
  type PrefetchedReceipts,
} from './receipts.ts';

/**
 * A transaction with prefetched reads and deferred inserts. `postAhead` runs when all operations have their
 * places in the journal; after it, only operations already reached are visible. Call `flush` before a commit.
 * Call `written` before a rollback, because a failed deferred insert is the first cause.
 */
export type Batch = {
  tx: SyncTransaction;
  postAhead(): Promise<void>;
  reach(opId: OpId): void;
  written(): Promise<void>;
  flush(): Promise<void>;
};

/**
 * Returns the transaction with everything that these entries look up read at once. Inserts into journal,
 * receipts and acceptances are deferred to the end: one statement instead of twenty. Call it with the authors
 * locked, so that no other session writes their entries, acceptances and conflicts. A receipt may still come
 * from elsewhere, when the same operation is sent alone. It never changes once it exists, and a missed one
 * fails at its unique key, which rolls back the whole transaction.
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
  // Sent together: none depends on another, and the authors are locked.
  const [journal, receipts, knownVouchers, sales] = await Promise.all([
    prefetchJournal(plain, entries, wanted),
    prefetchReceipts(plain, wanted, request.now),
    readKnownVouchers(plain, entries),
    purchases.length > 0 ? plain.findAcceptances(purchases) : [],
  ]);
  const posted = prefetchPurchases(plain, receipts, { ...request, entries, known: knownVouchers });
  const acceptances = remember(purchases, sales, (purchase) => purchase.purchaseOpId);
  const conflicts = await prefetchConflicts(plain, own, journal.known);
  let accepted: AcceptedPurchase[] = [];
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
    insertAcceptance: async (purchase) => {
      accepted.push(purchase);
      acceptances.set(purchase.purchaseOpId, Promise.resolve(purchase));
    },
    openPurchases: async (...asked) => {
      await flushAccepted();
      return plain.openPurchases(...asked);
    },
    // Only absence is cached: a person may change an existing line at any moment.
    findConflict: async (opId) => ((await conflicts.get(opId)) === null ? null : plain.findConflict(opId)),
    insertConflict: async (conflict) => {
      conflicts.delete(conflict.opId);
      await plain.insertConflict(conflict);
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
    // The database writes it while the answers to the purchases are read.
    await posted.ahead(journal.write);
    journal.write();
  };
  return { tx, postAhead, reach, written, flush };
}

/** A line is written together with its operation's place in the journal, so a new operation has none. */
async function prefetchConflicts(plain: SyncTransaction, own: readonly OpId[], known: ReadonlySet<OpId>) {
  const recorded = own.filter((opId) => known.has(opId));
  const lines = recorded.length > 0 ? await plain.findConflicts(recorded) : [];
  return remember(own, lines, ({ opId }) => opId);
}

type PrefetchedJournal = Prefetched<'findEntry' | 'findEntriesAt' | 'insertEntry'> &
  Pick<Batch, 'reach' | 'written'> & {
    /** Recorded earlier. */
    known: ReadonlySet<OpId>;
    /** Hides new entries until they are reached. */
    hide(): void;
    /** Starts to insert the new entries. */
    write(): void;
  };

/** Reads the journal at and around these numbers at once. New entries are inserted at the end. */
async function prefetchJournal(
  plain: SyncTransaction,
  entries: readonly ReadyEntry[],
  wanted: readonly OpId[],
): Promise<PrefetchedJournal> {
  const [found, ...around] = await Promise.all([
    plain.findEntries(wanted),
    ...[...placesOf(entries)].map(async ([deviceId, seqs]) => ({
      deviceId,
      seqs,
      known: await plain.findEntriesAt(deviceId, [...seqs]),
    })),
  ]);
  const byId = remember(wanted, found, ({ opId }) => opId);
  const places = new Map<string, Map<number, JournalEntry[]>>();
  for (const { deviceId, seqs, known } of around) {
    const at = new Map([...seqs].map((seq) => [seq, [] as JournalEntry[]]));
    for (const entry of known) at.get(entry.seq)?.push(entry);
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
    // The first failure is the one reported.
    writing = before.then(() => inserting);
    // The caller of `written` or `flush` receives the failure.
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

/** Returns, per author, the numbers of its entries and their neighbours. */
function placesOf(entries: readonly ReadyEntry[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>();
  for (const { envelope } of entries) {
    const seqs = places.get(envelope.deviceId) ?? new Set();
    for (const seq of [envelope.seq - 1, envelope.seq, envelope.seq + 1]) seqs.add(seq);
    places.set(envelope.deviceId, seqs);
  }
  return places;
}

/** Returns the vouchers of these purchases that exist. */
async function readKnownVouchers(
  plain: SyncTransaction,
  entries: readonly ReadyEntry[],
): Promise<ReadonlySet<VoucherId>> {
  const bought = entries.flatMap(({ envelope }) =>
    envelope.kind === 'purchase' ? [envelope.payload.codeQrUuid] : [],
  );
  return bought.length > 0 ? plain.knownVouchers(bought) : new Set();
}

/**
 * Posts ahead purchases on vouchers that no other entry touches: the first of each voucher in one statement,
 * then the second of each, and so on. A voucher's next purchase follows only a paid one, whose acceptance
 * changes nothing; after any other result it waits for its turn. A purchase that was posted ahead but never
 * requested rolls back everything.
 */
export function prefetchPurchases(
  plain: SyncTransaction,
  receipts: PrefetchedReceipts,
  {
    entries,
    known,
    now,
    withdrawn,
  }: {
    entries: readonly ReadyEntry[];
    known: ReadonlySet<VoucherId>;
    now: Date;
    withdrawn: ReadonlyMap<string, ReadonlySet<OpId>>;
  },
): Prefetched<'postPurchase' | 'knownVouchers'> & { ahead(meanwhile: () => void): Promise<void> } {
  // An operation with a seal is decided by it (journal/proven.ts).
  const sealed = new Set(entries.flatMap(({ envelope, proven }) => (proven ? [envelope.opId] : [])));
  const isPlain = async ({ deviceId, opId, payload }: PurchaseEnvelope): Promise<boolean> => {
    const isWithdrawn = withdrawn.get(deviceId)?.has(opId) ?? false;
    // A holder's purchase is compared with its stall's later sales (ledger/stall-purchases.ts).
    const isAhead = payload.by === 'stall' && !isWithdrawn && !sealed.has(opId);
    return isAhead && !(await receipts.port.isAnswered(opId));
  };
  const posted = new Map<OpId, PurchaseReceipt>();
  const ahead = async (meanwhile: () => void): Promise<void> => {
    let queues = onlyBought(entries);
    // Posting a single one ahead gains nothing.
    if (queues.flat().length < 2) queues = [];
    while (queues.length > 0) {
      const heads = [];
      for (const [head] of queues) if (head && (await isPlain(head))) heads.push(purchaseOf(head));
      if (heads.length === 0) break;
      const asked = plain.postPaidPurchases(heads, now);
      meanwhile();
      const paid = await asked;
      for (const [opId, receipt] of paid) posted.set(opId, receipt);
      queues = queues.flatMap(([head, ...later]) =>
        head && paid.has(head.opId) && later.length > 0 ? [later] : [],
      );
    }
  };
  return {
    ahead,
    port: {
      // Only presence is cached: vouchers are never deleted, and one may arrive in this batch.
      knownVouchers: async (ids) => (ids.every((id) => known.has(id)) ? known : plain.knownVouchers(ids)),
      postPurchase: async (entry, at) => {
        const receipt = posted.get(entry.op);
        if (!receipt) return receipts.port.postPurchase(entry, at);
        posted.delete(entry.op);
        return receipts.posted(entry, { kind: 'done', receipt, replayed: false });
      },
    },
    flush: async () => {
      if (posted.size > 0)
        throw new PrefetchMiss(`${posted.size} purchases were posted ahead and never called for`);
    },
  };
}

/**
 * Returns purchases by voucher, in order, for vouchers that the batch uses only in purchases and their
 * acceptances. Returns none if the batch has a registration, a top-up
 * or a void.
 */
function onlyBought(entries: readonly ReadyEntry[]): PurchaseEnvelope[][] {
  const byVoucher = new Map<VoucherId, PurchaseEnvelope[]>();
  const otherwise = new Set<VoucherId>();
  for (const { envelope } of entries) {
    if (!('codeQrUuid' in envelope.payload)) return [];
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

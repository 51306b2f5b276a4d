import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { AcceptedSale, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { prefetchJournal } from './journal.ts';
import { remember } from './prefetched.ts';
import { prefetchPurchases } from './purchases.ts';
import { prefetchReceipts } from './receipts.ts';

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
  request: { now: Date; withdrawn: ReadonlyMap<string, ReadonlySet<string>> },
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
  };
  const flush = async (): Promise<void> => {
    await posted.flush();
    await journal.flush();
    await receipts.flush();
    await flushAccepted();
  };
  return { tx, flush };
}

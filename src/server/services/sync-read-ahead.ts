import type { JournalEntry, SyncTransaction } from './sync-ports.ts';
import type { ReadyEntry } from './sync-prepare.ts';

/**
 * The same transaction, which has looked up at once what each of these entries is going to ask for: half of the statements
 * of a batch find nothing. Call it with the authors locked: nobody else writes their entries, acceptances and conflicts
 * meanwhile. A receipt may still come from elsewhere, by the same operation sent alone: it never changes once it is there,
 * and one that is missed fails at its unique key, which takes the whole transaction back.
 */
export async function readAhead(
  tx: SyncTransaction,
  entries: readonly ReadyEntry[],
): Promise<SyncTransaction> {
  const own = entries.map(({ envelope }) => envelope.opId);
  const purchases = entries.flatMap(({ envelope }) =>
    'purchaseOpId' in envelope.payload ? [envelope.payload.purchaseOpId] : [],
  );
  const wanted = [...new Set([...own, ...purchases])];
  const journal = await rememberedJournal(tx, entries, wanted);
  const receipts = remember(wanted, await tx.readReceipts(wanted), ({ opId }) => opId);
  const acceptances = remember(purchases, await tx.findAcceptances(purchases), (sale) => sale.purchaseOpId);
  const conflicts = remember(own, await tx.findConflicts(own), ({ opId }) => opId);
  return {
    ...tx,
    ...journal,
    readReceipt: (opId) => receipts.get(opId) ?? tx.readReceipt(opId),
    insertReceipt: async (receipt, recordedAt) => {
      await tx.insertReceipt(receipt, recordedAt);
      receipts.set(receipt.opId, Promise.resolve(receipt));
    },
    placePurchase: (entry, now) => {
      receipts.delete(entry.op);
      return tx.placePurchase(entry, now);
    },
    placeTopUp: (entry) => {
      receipts.delete(entry.op);
      return tx.placeTopUp(entry);
    },
    findAcceptance: (purchaseOpId) => acceptances.get(purchaseOpId) ?? tx.findAcceptance(purchaseOpId),
    insertAcceptance: async (sale) => {
      await tx.insertAcceptance(sale);
      acceptances.set(sale.purchaseOpId, Promise.resolve(sale));
    },
    // Only that there is none is remembered: a line that is there is changed by people at any moment.
    findConflict: async (opId) => ((await conflicts.get(opId)) === null ? null : tx.findConflict(opId)),
    insertConflict: async (conflict) => {
      conflicts.delete(conflict.opId);
      await tx.insertConflict(conflict);
    },
  };
}

async function rememberedJournal(
  tx: SyncTransaction,
  entries: readonly ReadyEntry[],
  wanted: readonly string[],
): Promise<Pick<SyncTransaction, 'findEntry' | 'findEntriesAt' | 'insertEntry'>> {
  const byId = remember(wanted, await tx.findEntries(wanted), ({ opId }) => opId);
  const places = new Map<string, Map<number, JournalEntry[]>>();
  for (const [deviceId, seqs] of placesOf(entries)) {
    const at = new Map([...seqs].map((seq) => [seq, [] as JournalEntry[]]));
    for (const entry of await tx.findEntriesAt(deviceId, [...seqs])) at.get(entry.seq)?.push(entry);
    places.set(deviceId, at);
  }
  return {
    findEntry: (opId) => byId.get(opId) ?? tx.findEntry(opId),
    findEntriesAt: (deviceId, seqs) => {
      const at = places.get(deviceId);
      const known = seqs.map((seq) => at?.get(seq));
      return known.includes(undefined)
        ? tx.findEntriesAt(deviceId, seqs)
        : Promise.resolve(known.flatMap((found) => found ?? []));
    },
    insertEntry: async (entry) => {
      await tx.insertEntry(entry);
      byId.set(entry.opId, Promise.resolve(entry));
      places.get(entry.deviceId)?.get(entry.seq)?.push(entry);
    },
  };
}

/** Of each author the numbers of its entries and those beside them. */
function placesOf(entries: readonly ReadyEntry[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>();
  for (const { envelope } of entries) {
    const seqs = places.get(envelope.deviceId) ?? new Set();
    for (const seq of [envelope.seq - 1, envelope.seq, envelope.seq + 1]) seqs.add(seq);
    places.set(envelope.deviceId, seqs);
  }
  return places;
}

/** Every key asked for has an answer in it, null where nothing was found. */
function remember<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Promise<Row | null>> {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return new Map(keys.map((key) => [key, Promise.resolve(found.get(key) ?? null)]));
}

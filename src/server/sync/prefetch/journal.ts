import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { JournalEntry, NewJournalEntry, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { remember, type Prefetched } from './prefetched.ts';

/** The journal at and around the numbers of these entries, read at once; new entries are inserted at the end. */
export async function prefetchJournal(
  plain: SyncTransaction,
  entries: readonly ReadyEntry[],
  wanted: readonly string[],
): Promise<Prefetched<'findEntry' | 'findEntriesAt' | 'insertEntry'>> {
  const byId = remember<JournalEntry>(wanted, await plain.findEntries(wanted), ({ opId }) => opId);
  const places = new Map<string, Map<number, JournalEntry[]>>();
  for (const [deviceId, seqs] of placesOf(entries)) {
    const at = new Map([...seqs].map((seq) => [seq, [] as JournalEntry[]]));
    for (const entry of await plain.findEntriesAt(deviceId, [...seqs])) at.get(entry.seq)?.push(entry);
    places.set(deviceId, at);
  }
  const fresh: NewJournalEntry[] = [];
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
      if (fresh.length > 0) await plain.insertEntries(fresh);
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

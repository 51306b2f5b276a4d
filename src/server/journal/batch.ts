import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { refusedResult, RetryLater } from '#src/server/journal/envelopes/results.ts';
import type { Recovered, SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { prefetch } from '#src/server/journal/prefetch/batch-prefetch.ts';
import { PrefetchMiss } from '#src/server/journal/prefetch/receipts.ts';
import { isTransient, retryTransaction } from '#src/server/ledger/receipts.ts';
import type { EntryContext } from './entry-context.ts';
import { enterEntry, processEntry, settleEntry, type Entered, type Processed } from './entry.ts';

export type Group = {
  deps: SyncDeps;
  uploaderId: string;
  /** Per author: number of this contact, once one of its operations is recorded. */
  contacts: Map<string, number>;
  /** Per author: purchases that it withdraws in this request. */
  withdrawn: ReadonlyMap<string, ReadonlySet<OpId>>;
  /** Person whose session came with the request, or null. */
  signedIn: string | null;
  now: Date;
};

/** Results by index in the request. An entry without a result was not recorded. */
export type GroupResults = Map<number, SyncResult>;

/**
 * The normal case is one transaction for all entries, prefetched and without savepoints. After any failure it
 * is rolled back and repeated with a savepoint per entry. If that loses against another session, each entry
 * gets a separate transaction, so that it can only fail itself.
 */
export async function settleGroup(group: Group, entries: readonly ReadyEntry[]): Promise<GroupResults> {
  const together = await settleTogether(group, entries);
  if (together) return together;
  try {
    return await inOneTransaction(group, entries, oneByOne);
  } catch (error) {
    if (!isTransient(error)) {
      for (const { envelope } of entries) group.deps.onFailure(error, envelope.opId);
      return new Map();
    }
  }
  const results: GroupResults = new Map();
  for (const entry of entries)
    try {
      for (const [index, result] of await retryTransaction(() => inOneTransaction(group, [entry], oneByOne)))
        results.set(index, result);
    } catch (error) {
      group.deps.onFailure(error, entry.envelope.opId);
    }
  return results;
}

/**
 * Returns null when an entry failed and everything was rolled back. A faulty entry fails again when it runs
 * alone, and is reported there.
 */
async function settleTogether(group: Group, entries: readonly ReadyEntry[]): Promise<GroupResults | null> {
  try {
    return await inOneTransaction(group, entries, together);
  } catch (error) {
    const isExpected = error instanceof RetryLater || error instanceof PrefetchMiss || isTransient(error);
    if (!isExpected) group.deps.onFailure(error, entries[0]?.envelope.opId ?? toOpId(''));
    return null;
  }
}

type Task = { context: EntryContext; entry: ReadyEntry };
type Note = (task: Task, processed: Processed) => void;
/** Processes these operations in order and calls `note` for each. */
type Way = (
  group: Group,
  tx: SyncTransaction,
  entries: readonly ReadyEntry[],
  open: (tx: SyncTransaction) => Promise<Task[]>,
  note: Note,
) => Promise<void>;

/** Runs each statement when it is needed, without prefetching. */
const oneByOne: Way = async (_group, tx, _entries, open, note) => {
  for (const task of await open(tx)) note(task, await settleOne(task.context, task.entry));
};

/**
 * Every operation gets its place in the journal before the first is settled: an outcome never changes a
 * place.
 */
const together: Way = async (group, plain, entries, open, note) => {
  const batch = await prefetch(plain, entries, group);
  const entered: { task: Task; facts: Entered['facts'] }[] = [];
  for (const task of await open(batch.tx)) {
    const { author, facts } = await enterEntry(task.context, task.entry);
    task.context.author = author;
    entered.push({ task, facts });
  }
  try {
    await batch.postAhead();
    for (const { task, facts } of entered) {
      batch.reach(task.entry.envelope.opId);
      note(task, await settleEntry(task.context, task.entry, facts));
    }
    await batch.flush();
  } catch (error) {
    // A deferred insert may be the first failure, or only aborted by it.
    await batch.written().catch((written: unknown) => {
      throw isAborted(written) ? error : written;
    });
    throw error;
  }
};

/** The transaction had already failed, so this error does not carry the reason. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

async function inOneTransaction(
  group: Group,
  entries: readonly ReadyEntry[],
  way: Way,
): Promise<GroupResults> {
  const counted = new Map<string, number>();
  const results = await group.deps.store.inTransaction(async (tx) => {
    const ids = [...new Set(entries.map(({ envelope }) => envelope.deviceId))].sort();
    const authors = await tx.lockDevices(ids);
    for (const { id, contacts } of authors) counted.set(id, group.contacts.get(id) ?? contacts + 1);
    const contexts = new Map<string, EntryContext>();
    // Only after locking: writes of other requests for these devices are visible now.
    const open = async (prefetched: SyncTransaction): Promise<Task[]> => {
      for (const author of authors) {
        const contact = counted.get(author.id) ?? 0;
        contexts.set(author.id, await openContext(group, prefetched, { author, contact }));
      }
      return entries.map((entry) => {
        const context = contexts.get(entry.envelope.deviceId);
        if (!context) throw new Error(`device ${entry.envelope.deviceId} is gone`);
        return { context, entry };
      });
    };
    const found: GroupResults = new Map();
    const back = new Map<string, Recovered>();
    await way(group, tx, entries, open, ({ context, entry }, { result, author, recovered }) => {
      context.author = author;
      if (recovered !== undefined) {
        const { count, sum } = back.get(author.id) ?? { count: 0, sum: 0 };
        back.set(author.id, { count: count + 1, sum: sum + recovered });
      }
      found.set(entry.index, result);
    });
    for (const { author, contact } of contexts.values())
      if (!group.contacts.has(author.id) || !authors.includes(author))
        await tx.writeHead(author.id, author.head, contact);
    if (back.size > 0) {
      const { number } = await tx.readEpoch();
      for (const [deviceId, recovered] of back) await tx.noteRecovered(number, deviceId, recovered);
    }
    return found;
  });
  for (const [id, contact] of counted) group.contacts.set(id, contact);
  return results;
}

async function openContext(
  group: Group,
  tx: SyncTransaction,
  { author, contact }: { author: SyncDevice; contact: number },
): Promise<EntryContext> {
  const { deps, uploaderId, signedIn, now } = group;
  const known = new Map<number, OfflineLimits | null>();
  return {
    deps,
    tx,
    author,
    uploaderId,
    signedIn,
    operators: await tx.readOperators(author.id),
    contact,
    withdrawn: group.withdrawn.get(author.id) ?? new Set(),
    limitsOf: async (version) => {
      const limits = known.get(version) ?? (await tx.readLimits(author.marketId, version));
      known.set(version, limits);
      return limits;
    },
    now,
  };
}

/** Retries of an entry that hit a unique key. On a retry the other session's rows are visible. */
const mostTwins = 8;

/**
 * Runs one entry in its savepoint. Throws only errors that abort the whole transaction, such as a deadlock.
 */
async function settleOne(context: EntryContext, entry: ReadyEntry): Promise<Processed> {
  const { deps, tx, author } = context;
  const { opId } = entry.envelope;
  const symbol = deps.currencySymbol;
  for (let twins = 0; ; twins += 1)
    try {
      return await tx.attempt(() => processEntry(context, entry));
    } catch (error) {
      if (error instanceof RetryLater)
        return { result: refusedResult(opId, error.code, { symbol }, 'again'), author };
      if (isTransient(error) && !isUniqueViolation(error)) throw error;
      if (isUniqueViolation(error) && twins < mostTwins) continue;
      deps.onFailure(error, opId);
      return { result: refusedResult(opId, 'INTERNAL', { symbol }, 'again'), author };
    }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

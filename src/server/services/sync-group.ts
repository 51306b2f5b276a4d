import type { OfflineLimits } from '#src/contract/device.ts';
import type { SyncResult } from '#src/contract/sync.ts';
import { isConflict, retryConflicts } from '#src/server/ledger/retry-conflicts.ts';
import { NotAhead } from './sync-ahead.ts';
import type { SyncDeps } from './sync-deps.ts';
import { processEntry } from './sync-entry.ts';
import type { EntryScene } from './sync-entry-scene.ts';
import type { SyncDevice, SyncTransaction } from './sync-ports.ts';
import type { ReadyEntry } from './sync-prepare.ts';
import { readAhead, type ReadAhead } from './sync-read-ahead.ts';
import { NotNow, refusedResult } from './sync-result.ts';

export type Group = {
  deps: SyncDeps;
  uploaderId: string;
  /** of each author, the number of this contact */
  contacts: ReadonlyMap<string, number>;
  /** of each author, the purchases that it withdraws in this request */
  withdrawn: ReadonlyMap<string, ReadonlySet<string>>;
  now: Date;
};

/** Results by the entries' places in the request. What is not in it was not recorded. */
export type GroupResults = Map<number, SyncResult>;

/**
 * One transaction for all of them, read ahead and without savepoints, which is what happens nearly always. When anything in
 * it fails it is taken back and done again, each entry in its savepoint; when that is lost against a neighbour, one
 * transaction for each, so that each can only fail itself.
 */
export async function settleGroup(group: Group, entries: readonly ReadyEntry[]): Promise<GroupResults> {
  const together = await settleTogether(group, entries);
  if (together) return together;
  try {
    return await inOneTransaction(group, entries, asItIs, settleOne);
  } catch (error) {
    if (!isConflict(error)) {
      for (const { envelope } of entries) group.deps.onFailure(error, envelope.opId);
      return new Map();
    }
  }
  const results: GroupResults = new Map();
  for (const entry of entries)
    try {
      for (const [index, result] of await retryConflicts(() =>
        inOneTransaction(group, [entry], asItIs, settleOne),
      ))
        results.set(index, result);
    } catch (error) {
      group.deps.onFailure(error, entry.envelope.opId);
    }
  return results;
}

/** null: something failed and nothing of it stays. What fails by itself fails again, alone, and is answered for there. */
async function settleTogether(group: Group, entries: readonly ReadyEntry[]): Promise<GroupResults | null> {
  try {
    return await inOneTransaction(group, entries, (tx) => readAhead(tx, entries, group), processEntry);
  } catch (error) {
    const isExpected = error instanceof NotNow || error instanceof NotAhead || isConflict(error);
    if (!isExpected) group.deps.onFailure(error, entries[0]?.envelope.opId ?? '');
    return null;
  }
}

/** Each statement when it is asked for. */
function asItIs(tx: SyncTransaction): Promise<ReadAhead> {
  return Promise.resolve({ tx, flush: () => Promise.resolve() });
}

type Settle = (scene: EntryScene, entry: ReadyEntry) => Promise<{ result: SyncResult; author: SyncDevice }>;

function inOneTransaction(
  group: Group,
  entries: readonly ReadyEntry[],
  prepare: (tx: SyncTransaction) => Promise<ReadAhead>,
  settle: Settle,
): Promise<GroupResults> {
  const { store } = group.deps;
  return store.inTransaction(async (plain) => {
    const ids = [...new Set(entries.map(({ envelope }) => envelope.deviceId))].sort();
    const authors = new Map((await plain.lockDevices(ids)).map((author) => [author.id, author]));
    // Only now: what another request of these devices wrote is there when the lock is held.
    const { tx, flush } = await prepare(plain);
    const scenes = new Map<string, EntryScene>();
    for (const author of authors.values()) scenes.set(author.id, await setScene(group, tx, author));
    const results: GroupResults = new Map();
    for (const entry of entries) {
      const scene = scenes.get(entry.envelope.deviceId);
      if (!scene) throw new Error(`device ${entry.envelope.deviceId} is gone`);
      const { result, author } = await settle(scene, entry);
      scene.author = author;
      results.set(entry.index, result);
    }
    await flush();
    for (const { author } of scenes.values())
      if (author !== authors.get(author.id)) await tx.writeHead(author.id, author.head);
    return results;
  });
}

async function setScene(group: Group, tx: SyncTransaction, author: SyncDevice): Promise<EntryScene> {
  const { deps, uploaderId, now } = group;
  const known = new Map<number, OfflineLimits | null>();
  return {
    deps,
    tx,
    author,
    uploaderId,
    operators: await tx.readOperators(author.id),
    contact: group.contacts.get(author.id) ?? 0,
    withdrawn: group.withdrawn.get(author.id) ?? new Set(),
    limitsOf: async (version) => {
      const limits = known.get(version) ?? (await tx.readLimits(author.marketId, version));
      known.set(version, limits);
      return limits;
    },
    now,
  };
}

/** How often an entry that met its twin at a unique key looks again: what the twin wrote is there then. */
const mostTwins = 8;

/** One entry in its savepoint. Only what takes the whole transaction back (a deadlock) is thrown. */
async function settleOne(
  scene: EntryScene,
  entry: ReadyEntry,
): Promise<{ result: SyncResult; author: SyncDevice }> {
  const { deps, tx, author } = scene;
  const { opId } = entry.envelope;
  const symbol = deps.currencySymbol;
  for (let twins = 0; ; twins += 1)
    try {
      return await tx.attempt(() => processEntry(scene, entry));
    } catch (error) {
      if (error instanceof NotNow)
        return { result: refusedResult(opId, error.code, { symbol }, 'again'), author };
      if (isConflict(error) && !isUniqueViolation(error)) throw error;
      if (isUniqueViolation(error) && twins < mostTwins) continue;
      deps.onFailure(error, opId);
      return { result: refusedResult(opId, 'INTERNAL', { symbol }, 'again'), author };
    }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

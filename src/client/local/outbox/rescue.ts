import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { RescuedEntry } from '#src/client/local/db/rows.ts';
import { finalStates, recordedStates } from '#src/operations/outcome.ts';
import type { OpId } from '#src/protocol/brands.ts';

/** Stores the new entries and returns how many there were. Importing a file twice changes nothing. */
export async function keepRescued(db: MoneyDb, entries: readonly RescuedEntry[]): Promise<number> {
  return transact(db, 'rw', [db.rescued, db.envelopes], (inside) => keepRescuedIn(inside, entries));
}

/** `keepRescued` inside the caller's transaction. */
export async function keepRescuedIn(db: MoneyDb, entries: readonly RescuedEntry[]): Promise<number> {
  const ids = entries.map(({ opId }) => opId);
  const own = await db.envelopes.bulkGet(ids);
  const held = await db.rescued.bulkGet(ids);
  const fresh = entries.filter((_, index) => !own[index] && !held[index]);
  await db.rescued.bulkAdd(fresh);
  return fresh.length;
}

/** Returns imported operations that the server lacks or has not decided, by author and in its order. */
export async function unsentRescued(db: MoneyDb): Promise<RescuedEntry[]> {
  const states = ['pending', ...recordedStates];
  const rows = await db.rescued.where('state').anyOf(states).toArray();
  return rows.sort((a, b) => (a.deviceId === b.deviceId ? a.seq - b.seq : a.deviceId < b.deviceId ? -1 : 1));
}

export async function changeRescued(db: MoneyDb, opId: OpId, change: Partial<RescuedEntry>): Promise<void> {
  await transact(db, 'rw', [db.rescued], async ({ rescued }) => {
    const held = await rescued.get(opId);
    if (!held || finalStates.some((final) => final === held.state)) return;
    await rescued.put({ ...held, ...change });
  });
}

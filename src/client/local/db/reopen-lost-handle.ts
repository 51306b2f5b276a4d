import type { default as Dexie, Table, Transaction } from 'dexie';
import { inTime } from './in-time.ts';

const lost = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'OpenFailedError']);

/**
 * Another caller reopened the database while a transaction of `work` was between two steps: its writes may or
 * may not have happened.
 */
const overtaken = new Set(['PrematureCommitError', 'TransactionInactiveError']);
/** Limit in a row. Each needs another caller to reopen it at exactly that moment. */
const mostOvertaken = 4;

/**
 * Runs `work`, which must be idempotent. When the browser drops the database's handle under a living page (as
 * WebKit does), reopens the database and runs `work` once more. A lost handle never recovers: using it would
 * fail until the page is reloaded.
 */
export async function withLiveHandle<Value>(db: Dexie, work: () => Promise<Value>): Promise<Value> {
  // A step of a transaction is never repeated alone.
  if (insides.has(db)) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (overtaken.has(error.name)) return overtakenAgain(work);
    if (!lost.has(error.name)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return work();
  }
}

async function overtakenAgain<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let left = mostOvertaken; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || !overtaken.has(error.name)) throw error;
    }
}

/**
 * Runs one transaction over `tables` with a live handle. `work` must read and write only through `inside`,
 * whose tables belong to this transaction. If it ended between two steps, because another caller reopened the
 * handle, the next step fails and `work` is repeated; a step through `db` would be written outside any
 * transaction. Writes that belong together must be requested at once: the steps before a failing one may
 * persist. A write that the disk does not answer fails with a TimeoutError, so that none waits forever.
 */
export function transact<Db extends Dexie, Value>(
  db: Db,
  mode: 'r' | 'rw',
  tables: readonly Table[],
  work: (inside: Db) => Promise<Value>,
): Promise<Value> {
  const done = transactPatiently(db, mode, tables, work);
  // A nested step ends with its transaction, and a read can be repeated at any time.
  return mode === 'r' || insides.has(db) ? done : inTime(done);
}

/**
 * The same for a person's command, which only the disk's own answer ends: `watchCommands` shows that it is
 * late, and a write that is reported as failed could still be stored.
 */
export function transactPatiently<Db extends Dexie, Value>(
  db: Db,
  mode: 'r' | 'rw',
  tables: readonly Table[],
  work: (inside: Db) => Promise<Value>,
): Promise<Value> {
  return withLiveHandle(db, () =>
    db.transaction(mode, [...tables], async (transaction) => work(insideOf(db, transaction))),
  );
}

/** Stand-ins for a database within a transaction's work. */
const insides = new WeakSet<Dexie>();

function insideOf<Db extends Dexie>(db: Db, transaction: Transaction): Db {
  const inside = Object.create(db) as Db;
  for (const name of transaction.storeNames)
    Object.defineProperty(inside, name, { value: transaction.table(name) });
  insides.add(inside);
  return inside;
}

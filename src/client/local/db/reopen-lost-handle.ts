import type { default as Dexie, Table, Transaction } from 'dexie';
import { inTime } from './in-time.ts';

const lost = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'OpenFailedError']);

/** Somebody else opened the database again while a transaction of `work` was between two steps: what it wrote may be there or not. */
const overtaken = new Set(['PrematureCommitError', 'TransactionInactiveError']);
/** So often in a row at most: each time somebody else has to open it just then. */
const mostOvertaken = 4;

/**
 * Runs `work`, which changes nothing when it is run twice; when the browser has dropped the database's handle under a living page (WebKit does), opens it again and
 * runs `work` once more. A handle that was lost never comes back: using it again would fail until the page is reloaded.
 */
export async function withLiveHandle<Value>(db: Dexie, work: () => Promise<Value>): Promise<Value> {
  // A step of a transaction is not done again by itself.
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
 * One transaction over `tables`, with a handle that lives. `work` reads and writes through `inside` alone, whose tables are
 * this transaction's: when it ended between two steps, because something beside it opened the handle again, the next step
 * fails and `work` is done once more. Through `db` that step would be written outside of any transaction. What must be there
 * together is asked for at once: the steps before the one that fails may stand. A write that the disk does not answer fails with a
 * TimeoutError: every money write passes here, and none waits for ever.
 */
export function transact<Db extends Dexie, Value>(
  db: Db,
  mode: 'r' | 'rw',
  tables: readonly Table[],
  work: (inside: Db) => Promise<Value>,
): Promise<Value> {
  const done = withLiveHandle(db, () =>
    db.transaction(mode, [...tables], async (transaction) => work(insideOf(db, transaction))),
  );
  // A step of a transaction ends with it, and a read may be repeated at any time.
  return mode === 'r' || insides.has(db) ? done : inTime(done);
}

/** What stands for a database in a transaction's work. */
const insides = new WeakSet<Dexie>();

function insideOf<Db extends Dexie>(db: Db, transaction: Transaction): Db {
  const inside = Object.create(db) as Db;
  for (const name of transaction.storeNames)
    Object.defineProperty(inside, name, { value: transaction.table(name) });
  insides.add(inside);
  return inside;
}

import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { CacheDb } from '#src/client/local/offline/cache-db.ts';
import type { Random } from './random.ts';

/** A device's disk: committed data survives every tab. */
export type SimDisk = {
  /** Committed rows of a table, by key; valid only while nothing is running. */
  rows(table: string, database: string): readonly unknown[];
  /** A page's handle of the money database, with the faults of its access; null for none. */
  money(access: DiskAccess | null, random: Random): MoneyDb;
  cache(): CacheDb;
};

/** Thrown into code whose tab is gone, after which nothing may have an effect. */
export class TabGone extends Error {
  override readonly name = 'TabGone';
}

/** Faults of a tab's storage, each with its own probability per request. */
export type DiskFaults = {
  /** The browser drops the database's handle under the living page. */
  lostHandle: number;
  /** One request fails and rolls back its transaction. */
  abort: number;
  /** The disk is full. */
  quota: number;
};

/** One tab's access to its device's disk. */
export type DiskAccess = {
  isGone(): boolean;
  /** The tab dies at its n-th request from now; null while it lives. */
  dieAtRequest: number | null;
  onDeath(): void;
  faults: DiskFaults;
  isFull(): boolean;
  onFault(name: string): void;
};

type Transaction = { abort(): void };

/** Returns the fault that hits a request, or null. */
export type Faults = (transaction: Transaction | undefined, isWrite: boolean) => Error | null;

/** `open`: the page's transactions, which end with the page. `close` drops its handle. */
export function createFaults(
  access: DiskAccess,
  random: Random,
  open: Set<Transaction>,
  close: (options: { disableAutoOpen: boolean }) => void,
): Faults {
  const abortAll = (): void => {
    for (const transaction of open) abortQuietly(transaction);
    open.clear();
  };
  return (transaction, isWrite) => {
    if (access.isGone()) return new TabGone();
    if (access.dieAtRequest !== null) {
      access.dieAtRequest -= 1;
      if (access.dieAtRequest <= 0) {
        access.dieAtRequest = null;
        abortAll();
        access.onDeath();
        return new TabGone();
      }
    }
    const fault =
      isWrite && access.isFull() ? named('QuotaExceededError') : drawFault(access.faults, isWrite, random);
    if (!fault) return null;
    access.onFault(fault.name);
    if (transaction) abortQuietly(transaction);
    if (fault.name === 'InvalidStateError') close({ disableAutoOpen: false });
    return fault;
  };
}

function drawFault(faults: DiskFaults, isWrite: boolean, random: Random): Error | null {
  if (random.chance(faults.lostHandle)) return named('InvalidStateError');
  if (!isWrite) return null;
  if (random.chance(faults.abort)) return named('AbortError');
  return random.chance(faults.quota) ? named('QuotaExceededError') : null;
}

function named(name: string): Error {
  return Object.assign(new Error(`simulated ${name}`), { name });
}

function abortQuietly(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch (error) {
    // Already finished: committed data stays, as on a real disk.
    if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error;
  }
}

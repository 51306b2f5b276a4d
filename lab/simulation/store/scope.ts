import { diskError } from './rows.ts';
import type { DiskTransaction } from './transaction.ts';
import { enterZone, zoneNow, type Zone } from './zone.ts';

type Work<Value> = () => Promise<Value>;
type Waiter = { resolve: () => void; reject: (error: unknown) => void; zone: Zone };

/** A transaction as Dexie's code sees it: its state, its end, and the lock of a step of several requests. */
export class Scope {
  /** The database object that began it. */
  readonly db: object;
  readonly mode: 'readonly' | 'readwrite';
  readonly names: readonly string[];
  readonly disk: DiskTransaction;
  readonly parent: Scope | null;
  isActive = true;
  /** A transaction inside of it has been asked for. */
  hasInner = false;
  private end: { isDone: true } | { isDone: false; error: unknown } | null = null;
  private readonly waiters: Waiter[] = [];
  private locks = 0;
  private blocked: (() => void)[] = [];

  constructor(
    db: object,
    mode: 'readonly' | 'readwrite',
    names: readonly string[],
    disk: DiskTransaction,
    parent: Scope | null,
  ) {
    this.db = db;
    this.mode = mode;
    this.names = names;
    this.disk = disk;
    this.parent = parent;
    if (parent) return;
    disk.onEnd(
      () => this.complete(),
      () => {
        if (this.isActive) this.fail(diskError('AbortError', 'the transaction was aborted'));
        this.isActive = false;
      },
    );
  }

  complete(): void {
    this.isActive = false;
    if (this.end) return;
    this.end = { isDone: true };
    for (const { resolve, zone } of this.waiters) {
      enterZone(this.db, zone);
      resolve();
    }
  }

  fail(error: unknown): void {
    if (this.end) return;
    this.end = { isDone: false, error };
    const wasActive = this.isActive;
    this.isActive = false;
    if (this.parent) this.parent.fail(error);
    else if (wasActive && this.disk.state === 'active') this.disk.abort();
    for (const { reject, zone } of this.waiters) {
      enterZone(this.db, zone);
      reject(error);
    }
  }

  ended(): Promise<void> {
    const zone = zoneNow(this.db);
    const { end } = this;
    if (end?.isDone === true) return Promise.resolve();
    if (end) return Promise.reject(end.error as Error);
    return new Promise((resolve, reject) => {
      this.waiters.push({ resolve, reject, zone });
    });
  }

  /** Runs one step, after a step that has locked the transaction; `locks` for a step of several requests. */
  step<Value>(mode: 'readonly' | 'readwrite', work: Work<Value>, locks = false): Promise<Value> {
    if (mode === 'readwrite' && this.mode !== 'readwrite')
      return Promise.reject(diskError('ReadOnlyError', 'the transaction is read-only'));
    if (!this.isActive)
      return Promise.reject(diskError('TransactionInactiveError', 'the transaction has ended'));
    const zone = zoneNow(this.db);
    if (this.locks > 0 && !zone.owns.includes(this))
      return new Promise((resolve, reject) => {
        this.blocked.push(() => {
          enterZone(this.db, zone);
          this.step(mode, work, locks).then(resolve, reject);
        });
      });
    if (!locks) return work();
    this.locks += 1;
    enterZone(this.db, { ...zone, owns: [...zone.owns, this] });
    const done = work();
    enterZone(this.db, zone);
    const unlock = (): void => this.unlock();
    done.then(unlock, unlock);
    return done;
  }

  private unlock(): void {
    this.locks -= 1;
    while (this.blocked.length > 0 && this.locks === 0) this.blocked.shift()?.();
  }
}

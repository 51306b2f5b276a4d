import type { DatabaseSchema, DiskConnection, StoredDatabases } from './connection.ts';
import type { Guard } from './guard.ts';
import { diskError } from './rows.ts';
import { Scope } from './scope.ts';
import { TableCore } from './table-core.ts';
import { MemoryTable } from './table.ts';
import { putOff } from './ticks.ts';
import type { DiskTransaction } from './transaction.ts';
import { enterZone, leaveZones, zoneNow, type Zone } from './zone.ts';

/** One opening, which a close ends. */
type Attempt = { cancel: (error: Error) => void };

type Mode = 'readonly' | 'readwrite';
type ScopeWork = (transaction: MemoryTransaction) => unknown;

/** The transaction object that a scope's work receives. */
export type MemoryTransaction = {
  readonly storeNames: readonly string[];
  table(name: string): MemoryTable;
  abort(): void;
};

/** Stands for a Dexie database in a simulated page: the same calls, requests and turns of the event loop. */
export class MemoryDb {
  readonly name: string;
  readonly tables: readonly MemoryTable[];
  /** Its page's transactions that have not ended. */
  readonly running = new Set<DiskTransaction>();
  /** Called before each request. */
  guard: Guard | null = null;
  private readonly databases: StoredDatabases;
  private readonly schema: DatabaseSchema;
  private readonly byName: ReadonlyMap<string, MemoryTable>;
  private connection: DiskConnection | null = null;
  private isOpening = false;
  private isComplete = false;
  private opensItself = true;
  private openError: Error | null = null;
  /** Steps that wait for the end of the opening, in order. */
  private waiters: (() => void)[] = [];
  private attempt: Attempt = { cancel: () => undefined };
  private atStart: (() => unknown)[] = [];

  constructor(name: string, schema: DatabaseSchema, databases: StoredDatabases) {
    this.name = name;
    this.schema = schema;
    this.databases = databases;
    this.tables = schema.tables.map(
      (table) => new MemoryTable(this, new TableCore(this, table.name, table.keyPath)),
    );
    this.byName = new Map(this.tables.map((table) => [table.name, table]));
    for (const table of this.tables) Object.defineProperty(this, table.name, { value: table });
  }

  table(name: string): MemoryTable {
    const table = this.byName.get(name);
    if (!table) throw diskError('InvalidTableError', `Table ${name} does not exist`);
    return table;
  }

  /** Work that the first opening waits for. */
  on(_event: 'ready', work: () => unknown): void {
    this.atStart.push(work);
  }

  isOpen(): boolean {
    return this.connection !== null;
  }

  open(): Promise<this> {
    if (this.isOpening || this.connection)
      return this.afterOpening(async () => {
        if (this.openError) throw this.openError;
        return this;
      });
    this.isOpening = true;
    this.openError = null;
    this.isComplete = false;
    return this.openNow();
  }

  close({ disableAutoOpen = true }: { disableAutoOpen?: boolean } = {}): void {
    if (!disableAutoOpen) {
      this.closeNow();
      this.opensItself = true;
      this.isComplete = false;
      this.openError = null;
      return;
    }
    if (this.isOpening) this.attempt.cancel(closed());
    this.closeNow();
    this.opensItself = false;
    this.openError = closed();
  }

  /** One transaction over the named tables, which ends with `work`, or is a part of the one around it. */
  transaction(mode: 'r' | 'rw', ...given: unknown[]): Promise<unknown> {
    const work = given.pop() as ScopeWork;
    const tables = given.flat() as MemoryTable[];
    const names = tables.map(({ name }) => name);
    const { scope } = zoneNow(this);
    const parent = scope?.db === this ? scope : null;
    const kind: Mode = mode === 'r' ? 'readonly' : 'readwrite';
    if (!parent) return this.whenOpen(() => this.enter(kind, names, null, work));
    if (names.some((name) => !parent.names.includes(name)))
      return Promise.reject(diskError('SubTransactionError', 'a table is not in the transaction around it'));
    parent.hasInner = true;
    return parent.step(kind, () => this.enter(kind, names, parent, work), true);
  }

  /** One step in a separate transaction. */
  runAlone<Value>(mode: Mode, table: string, work: (scope: Scope) => Promise<Value>): Promise<Value> {
    if (!this.connection || !this.isComplete) {
      if (this.isComplete || (!this.isOpening && !this.opensItself))
        return Promise.reject(this.closedError());
      if (!this.isOpening) this.openQuietly();
      return this.afterOpening(() => this.runAlone(mode, table, work));
    }
    let scope: Scope;
    try {
      scope = new Scope(this, mode, [table], this.begin([table], mode), null);
    } catch (error) {
      return Promise.reject(error as Error);
    }
    const done = scope.step(mode, () => work(scope));
    if (mode === 'readonly') return done;
    return this.commitAfter(scope, done);
  }

  private async commitAfter<Value>(scope: Scope, done: Promise<Value>): Promise<Value> {
    const value = await done;
    if (scope.disk.state === 'active') scope.disk.commit();
    await scope.ended();
    return value;
  }

  private enter(
    mode: Mode,
    names: readonly string[],
    parent: Scope | null,
    work: ScopeWork,
  ): Promise<unknown> {
    const caller = zoneNow(this);
    return new Promise((resolve, reject) => {
      putOff(() => {
        const zone = zoneNow(this);
        this.enterNow(mode, names, parent, work, caller).then(resolve, reject);
        if (zoneNow(this) === caller) enterZone(this, zone);
      });
    });
  }

  private async enterNow(
    mode: Mode,
    names: readonly string[],
    parent: Scope | null,
    work: ScopeWork,
    caller: Zone,
  ): Promise<unknown> {
    const disk = parent?.disk ?? this.begin(names, mode);
    const scope = new Scope(this, mode, names, disk, parent);
    try {
      enterZone(this, { scope, owns: caller.owns });
      const before = disk.asked;
      const working = work(this.transactionOf(scope));
      // Work that waits for something else first goes on in this turn, and still in its transaction.
      if (scope.hasInner || disk.asked > before) enterZone(this, caller);
      const value = await working;
      if (!scope.isActive) throw diskError('PrematureCommitError', 'Transaction committed too early.');
      enterZone(this, caller);
      if (parent) scope.complete();
      await scope.ended();
      return value;
    } catch (error) {
      enterZone(this, caller);
      scope.fail(error);
      throw error;
    }
  }

  private begin(names: readonly string[], mode: Mode): DiskTransaction {
    if (!this.connection) throw this.closedError();
    const transaction = this.connection.transaction(names, mode);
    this.running.add(transaction);
    const forget = (): void => void this.running.delete(transaction);
    transaction.onEnd(forget, forget);
    return transaction;
  }

  private transactionOf(scope: Scope): MemoryTransaction {
    const bound = new Map<string, MemoryTable>();
    return {
      storeNames: scope.names,
      table: (name) => {
        const table = bound.get(name) ?? new MemoryTable(this, this.table(name).core, scope);
        bound.set(name, table);
        return table;
      },
      abort: () => scope.disk.abort(),
    };
  }

  private whenOpen(work: () => Promise<unknown>): Promise<unknown> {
    if (this.connection && this.isComplete) return work();
    if (this.isComplete || (!this.isOpening && !this.opensItself)) return Promise.reject(this.closedError());
    if (!this.isOpening) this.openQuietly();
    return this.afterOpening(work);
  }

  private afterOpening<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!this.isOpening) return work();
    const zone = zoneNow(this);
    return new Promise((resolve, reject) => {
      this.waiters.push(() => {
        enterZone(this, zone);
        work().then(resolve, reject);
      });
    });
  }

  /** A waiting step learns of a failure by `openError`. */
  private openQuietly(): void {
    this.open().catch(() => undefined);
  }

  private openNow(): Promise<this> {
    return new Promise((resolve, reject) => {
      const attempt: Attempt = { cancel: () => undefined };
      this.attempt = attempt;
      let hasEnded = false;
      const end = (error: Error | null): void => {
        if (hasEnded) return;
        hasEnded = true;
        if (this.attempt === attempt) this.isOpening = false;
        if (error) {
          this.openError = error;
          this.closeNow();
        }
        this.isComplete = true;
        const { waiters } = this;
        this.waiters = [];
        for (const go of waiters) go();
        if (error) reject(error);
        else resolve(this);
      };
      attempt.cancel = (error) => queueMicrotask(() => end(error));
      const connect = (): void => {
        if (!hasEnded) this.connect(() => (hasEnded ? undefined : this.runAtStart(end)), end);
      };
      putOff(connect);
    });
  }

  private connect(done: () => void, fail: (error: Error) => void): void {
    const connected = (connection: DiskConnection): void => {
      this.connection = connection;
      // Dexie reads the tables' names in a transaction without requests.
      connection.transaction(
        this.tables.map(({ name }) => name),
        'readonly',
      );
      done();
    };
    this.databases.open(this.name, this.schema, connected, fail);
  }

  private runAtStart(end: (error: Error | null) => void): void {
    const works = this.atStart;
    this.atStart = [];
    if (works.length === 0) return end(null);
    const run = async (): Promise<void> => {
      for (const work of works) {
        leaveZones();
        await work();
      }
    };
    run().then(
      () => end(null),
      (error: unknown) => end(error as Error),
    );
  }

  private closeNow(): void {
    this.connection?.close();
    this.connection = null;
  }

  private closedError(): Error {
    return this.openError ? Object.assign(closed(), { inner: this.openError }) : closed();
  }
}

function closed(): Error {
  return diskError('DatabaseClosedError', 'Database has been closed');
}

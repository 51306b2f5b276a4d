import { quiet } from '#lab/simulation/machine/event-loop.ts';
import { diskError, Rows, type Index } from './rows.ts';
import { DiskTransaction, type Mode } from './transaction.ts';

export type TableSchema = { name: string; keyPath: string; indexes: readonly Index[] };
export type DatabaseSchema = { version: number; tables: readonly TableSchema[] };

/** A database on a disk: what is committed survives every connection. */
export class StoredDatabase {
  version = 0;
  readonly tables = new Map<string, Rows>();
  transactions: DiskTransaction[] = [];

  copy(): StoredDatabase {
    const copy = new StoredDatabase();
    copy.version = this.version;
    for (const [name, rows] of this.tables) copy.tables.set(name, rows.copy());
    return copy;
  }

  /** Starts the first waiting transaction that may run beside the running ones, in a separate turn. */
  startNext(): void {
    setImmediate(() => {
      const open = this.transactions.filter(({ state }) => state !== 'finished');
      const running = open.filter(({ isStarted }) => isStarted);
      const waiting = open.filter(({ isStarted }) => !isStarted);
      const next = waiting.find(
        (one, index) =>
          !running.some((other) => !areReaders(one, other) && overlap(one, other)) &&
          !waiting.slice(0, index).some((other) => overlap(one, other)),
      );
      if (!next) return quiet;
      const startNext = (): void => this.startNext();
      next.onEnd(startNext, startNext);
      next.start();
      return undefined;
    });
  }
}

function areReaders(one: DiskTransaction, other: DiskTransaction): boolean {
  return one.mode === 'readonly' && other.mode === 'readonly';
}

function overlap(one: DiskTransaction, other: DiskTransaction): boolean {
  for (const name of one.names) if (other.names.has(name)) return true;
  return false;
}

/** One page's handle of a database. */
export class DiskConnection {
  readonly database: StoredDatabase;
  private isClosing = false;

  constructor(database: StoredDatabase) {
    this.database = database;
  }

  transaction(names: readonly string[], mode: Mode): DiskTransaction {
    if (this.isClosing) throw diskError('InvalidStateError', 'the handle is closed');
    for (const name of names)
      if (!this.database.tables.has(name)) throw diskError('NotFoundError', `there is no table ${name}`);
    const transaction = new DiskTransaction(this, names, mode);
    this.database.transactions.push(transaction);
    this.database.startNext();
    return transaction;
  }

  close(): void {
    this.isClosing = true;
    this.waitForTransactions();
  }

  get hasClosed(): boolean {
    return this.isClosing;
  }

  private waitForTransactions(): void {
    if (this.database.transactions.some(({ state }) => state !== 'finished'))
      setImmediate(() => this.waitForTransactions());
  }
}

/** All databases of one device. */
export class StoredDatabases {
  private readonly byName = new Map<string, StoredDatabase>();
  private readonly openings = new Map<string, Promise<void>>();

  rows(database: string, table: string): Rows | undefined {
    return this.byName.get(database)?.tables.get(table);
  }

  copy(): StoredDatabases {
    const copy = new StoredDatabases();
    for (const [name, database] of this.byName) copy.byName.set(name, database.copy());
    return copy;
  }

  /** Opens a database one after the other, and creates its tables when it is new. */
  open(
    name: string,
    schema: DatabaseSchema,
    answer: (connection: DiskConnection) => void,
    fail: (error: Error) => void,
  ): void {
    setImmediate(() => {
      const before = this.openings.get(name) ?? Promise.resolve();
      const opening = before.then(
        () =>
          new Promise<void>((resolve) => {
            const ended = (): void => resolve();
            this.openNow(
              name,
              schema,
              (connection) => (answer(connection), ended()),
              (error) => (fail(error), ended()),
            );
          }),
      );
      this.openings.set(name, opening);
    });
  }

  private openNow(
    name: string,
    schema: DatabaseSchema,
    answer: (connection: DiskConnection) => void,
    fail: (error: Error) => void,
  ): void {
    const database = this.byName.get(name) ?? new StoredDatabase();
    this.byName.set(name, database);
    const connection = new DiskConnection(database);
    if (database.version === schema.version) answer(connection);
    else if (database.version === 0) create(connection, schema, answer, fail);
    else fail(diskError('VersionError', `${name} has version ${database.version}`));
  }
}

/** The turns of an upgrade: one that looks for other pages, then one for each index and for the end. */
function create(
  connection: DiskConnection,
  schema: DatabaseSchema,
  answer: (connection: DiskConnection) => void,
  fail: (error: Error) => void,
): void {
  setImmediate(() => {
    const { database } = connection;
    database.version = schema.version;
    const upgrade = connection.transaction([], 'versionchange');
    for (const { name, keyPath, indexes } of schema.tables) {
      database.tables.set(name, new Rows(name, keyPath, indexes));
      for (const _index of indexes)
        upgrade.ask(
          () => undefined,
          () => undefined,
          () => undefined,
          true,
        );
    }
    // A turn in which fake-indexeddb lets the upgrade's own promises run.
    setImmediate(() => undefined);
    upgrade.onEnd(
      () =>
        setImmediate(() => {
          if (connection.hasClosed) fail(diskError('AbortError', 'closed during its creation'));
          else answer(connection);
        }),
      () => setImmediate(() => fail(diskError('AbortError', 'the creation was aborted'))),
    );
  });
}

import { quiet } from '#lab/simulation/machine/event-loop.ts';
import type { DiskConnection } from './connection.ts';
import { diskError, type Rows } from './rows.ts';

export type Mode = 'readonly' | 'readwrite' | 'versionchange';

type Request = {
  operation: () => unknown;
  answer: (value: unknown) => void;
  fail: (error: Error) => void;
  isDone: boolean;
  /** Part of an upgrade, which nothing waits for. */
  isQuiet: boolean;
};

/**
 * A transaction of IndexedDB with the turns of the event loop that it takes in fake-indexeddb, so that a seed
 * is the same day over both: one for its start, one for each request, one for its end.
 */
export class DiskTransaction {
  state: 'active' | 'committing' | 'finished' = 'active';
  isStarted = false;
  /** Requests so far. */
  asked = 0;
  readonly names: ReadonlySet<string>;
  readonly mode: Mode;
  private readonly connection: DiskConnection;
  private requests: Request[] = [];
  private readonly before = new Map<Rows, Rows['list']>();
  private readonly endings: { onComplete: () => void; onAbort: () => void }[] = [];

  constructor(connection: DiskConnection, names: readonly string[], mode: Mode) {
    this.connection = connection;
    this.names = new Set(names);
    this.mode = mode;
  }

  onEnd(onComplete: () => void, onAbort: () => void): void {
    this.endings.push({ onComplete, onAbort });
  }

  /** `answer` or `fail` runs in the request's own turn. */
  ask<Value>(
    operation: () => Value,
    answer: (value: Value) => void,
    fail: (error: Error) => void,
    isQuiet = false,
  ): void {
    this.checkActive();
    this.asked += 1;
    this.requests.push({
      operation,
      answer: answer as (value: unknown) => void,
      fail,
      isDone: false,
      isQuiet,
    });
  }

  /** Even for a request about no rows. */
  checkActive(): void {
    if (this.state !== 'active') throw diskError('InvalidStateError', 'the transaction has ended');
  }

  rows(name: string): Rows {
    const rows = this.names.has(name) ? this.connection.database.tables.get(name) : undefined;
    if (!rows) throw diskError('NotFoundError', `${name} is no table of this transaction`);
    return rows;
  }

  /** The rows of a table that is about to change. */
  rowsToWrite(name: string): Rows {
    const rows = this.rows(name);
    if (!this.before.has(rows)) this.before.set(rows, rows.list);
    return rows;
  }

  start(): void {
    this.isStarted = true;
    const request = this.nextRequest();
    if (request) {
      this.run(request);
      setImmediate(() => this.start());
      return;
    }
    if (this.state === 'finished') return;
    this.finish();
    for (const { onComplete } of this.endings) onComplete();
  }

  commit(): void {
    this.checkActive();
    this.state = 'committing';
  }

  abort(): void {
    this.checkActive();
    for (const [rows, list] of this.before) rows.list = list;
    for (const request of this.requests) {
      if (request.isDone) continue;
      request.isDone = true;
      if (!request.isQuiet)
        setImmediate(() => request.fail(diskError('AbortError', 'the transaction was aborted')));
    }
    setImmediate(() => {
      for (const { onAbort } of this.endings) onAbort();
    });
    this.finish();
  }

  private nextRequest(): Request | undefined {
    let request = this.requests.shift();
    while (request?.isDone) request = this.requests.shift();
    return request;
  }

  private run(request: Request): void {
    request.isDone = true;
    let value: unknown;
    try {
      value = request.operation();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      request.fail(error);
      return;
    }
    request.answer(value);
  }

  private finish(): void {
    this.state = 'finished';
    const { database } = this.connection;
    setImmediate(() => {
      database.transactions = database.transactions.filter((other) => other !== this);
      return quiet;
    });
  }
}

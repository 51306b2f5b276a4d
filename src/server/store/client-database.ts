import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, QueryResult } from 'pg';
import type { Database, Lane, Result, Session, Statement } from './database.ts';
import { LaneQueue } from './lane-queue.ts';
import { DatabaseUnavailable, isLostConnection } from './lost-connection.ts';

/** A connection on loan. `release(true)` throws it away instead of giving it back. */
export type Loan = { client: ClientBase; release(broken: boolean): void };

/** Where connections come from: the pool of PostgreSQL, or the one session of the embedded engine. */
export type ClientSource = {
  readonly engine: Database['engine'];
  readonly sessionCount: number;
  borrow(): Promise<Loan>;
  close(): Promise<void>;
};

/** Of each name its texts, in the order they came. */
const textsOfName = new Map<string, string[]>();
/** A statement has as many texts as its filters make; more than this are texts made of values, which are not prepared. */
const mostTexts = 32;

/**
 * The name under which a connection keeps this text. PostgreSQL refuses a second text of one name on a connection, and
 * which text was first depends on who asked: so a name stands for its first text, and later ones are numbered.
 */
function preparedName(name: string, text: string): string {
  const texts = textsOfName.get(name) ?? [];
  const known = texts.indexOf(text);
  if (known > 0) return `${name}-${known + 1}`;
  if (known === 0) return name;
  assert(texts.length < mostTexts, `statement ${name} has more than ${mostTexts} texts`);
  textsOfName.set(name, [...texts, text]);
  return preparedName(name, text);
}

/**
 * Runs one statement. Named statements are planned once per session; text without values goes by the
 * simple protocol, so that a migration may hold several statements. Answers the last statement's rows.
 */
async function run<Row>(client: ClientBase, statement: Statement): Promise<Result<Row>> {
  const { text, name, values } = statement;
  const answer: QueryResult | QueryResult[] = await client.query({
    text,
    ...(name === undefined ? {} : { name: preparedName(name, text) }),
    ...(values === undefined ? {} : { values: [...values] }),
  });
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: (last?.rows ?? []) as Row[], rowCount: last?.rowCount ?? 0 };
}

/** A session for the length of one transaction: its statements run in the order they were asked. */
class TransactionSession implements Session {
  readonly #client: ClientBase;
  #tail: Promise<unknown> = Promise.resolve();
  #open = true;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  get open(): boolean {
    return this.#open;
  }

  query<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>> {
    if (!this.#open) return Promise.reject(new Error('the transaction of this session has ended'));
    const answer = this.#tail.then(() => run<Row>(this.#client, statement));
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  /** No new statements; resolves when those already asked are done, also the ones nobody awaited. */
  async end(): Promise<void> {
    this.#open = false;
    await this.#tail;
  }
}

/** COMMIT of a transaction with a failed statement answers ROLLBACK and no error: that must not look like success. */
async function commit(client: ClientBase): Promise<void> {
  const answer: QueryResult = await client.query('COMMIT');
  if (answer.command === 'COMMIT') return;
  throw Object.assign(new Error('the transaction was rolled back because one of its statements failed'), {
    code: '25P02',
  });
}

/** The `Database` over any source of `pg` clients: lanes, leases and transactions, once for both engines. */
export class ClientDatabase implements Database {
  readonly engine: Database['engine'];
  readonly sessionCount: number;
  readonly #source: ClientSource;
  readonly #lanes: LaneQueue;
  readonly #current = new AsyncLocalStorage<TransactionSession>();
  #transactions = 0;
  #closing: Promise<void> | undefined;

  constructor(source: ClientSource) {
    this.#source = source;
    this.engine = source.engine;
    this.sessionCount = source.sessionCount;
    this.#lanes = new LaneQueue(source.sessionCount);
  }

  query<Row = Record<string, unknown>>(statement: Statement, lane: Lane = 'read'): Promise<Result<Row>> {
    return this.#lease(lane, ({ client }) => run<Row>(client, statement));
  }

  transaction<T>(work: (session: Session) => Promise<T>, lane: Lane = 'read'): Promise<T> {
    return this.#lease(lane, async (loan) => {
      const { client } = loan;
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const session = new TransactionSession(client);
      try {
        const result = await this.#watched(session, () => work(session));
        await session.end();
        await commit(client);
        return result;
      } catch (error) {
        await session.end();
        await this.#rollBack(loan);
        throw error;
      }
    });
  }

  /**
   * Remembers who is inside a transaction. While nobody is, the watch is off: with it on, Node pays for every promise of
   * the process, a tenth of a purchase.
   */
  async #watched<T>(session: TransactionSession, work: () => Promise<T>): Promise<T> {
    this.#transactions += 1;
    try {
      return await this.#current.run(session, work);
    } finally {
      this.#transactions -= 1;
      if (this.#transactions === 0) this.#current.disable();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#lanes.idle().then(() => this.#source.close());
    return this.#closing;
  }

  async #lease<T>(lane: Lane, work: (loan: Loan) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Error('the database is closed');
    // With one session this would wait for itself for ever, so it fails on both engines alike.
    if (this.#current.getStore()?.open) {
      throw new Error('inside a transaction ask the session it hands you, not the database');
    }
    const giveBack = await this.#lanes.acquire(lane);
    try {
      return await this.#onLoan(await this.#borrow(), work);
    } finally {
      giveBack();
    }
  }

  async #borrow(): Promise<Loan> {
    try {
      return await this.#source.borrow();
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  }

  /**
   * A lent client has no listener but ours: without one, a backend that is terminated would end the process. Whether the
   * statement under way was committed is not known then, so its caller is told to ask again with the same key.
   */
  async #onLoan<T>({ client, release }: Loan, work: (loan: Loan) => Promise<T>): Promise<T> {
    let isBroken = false;
    const onError = (): void => void (isBroken = true);
    client.on('error', onError);
    try {
      return await work({ client, release: (asBroken) => void (isBroken ||= asBroken) });
    } catch (error) {
      isBroken ||= isLostConnection(error);
      throw isBroken ? new DatabaseUnavailable(error) : error;
    } finally {
      release(isBroken);
      // Last: between our listener and the pool's own there must be no moment without one.
      client.removeListener('error', onError);
    }
  }

  /** A connection that cannot even roll back is thrown away: the server rolls back when it goes. */
  async #rollBack(loan: Loan): Promise<void> {
    try {
      await loan.client.query('ROLLBACK');
    } catch {
      loan.release(true);
    }
  }
}

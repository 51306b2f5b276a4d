import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { Database, Lane, Result, Session, Statement } from './database.ts';
import { DatabaseUnavailable, isLostConnection, isTakenBack } from './lost-connection.ts';
import { commit, runStatement, TransactionSession } from './transaction-session.ts';

/** A connection on loan. `discard` has it thrown away afterwards instead of given back. */
type Loan = { client: PoolClient; discard(): void };

/** The `Database` over one pool of connections per lane. */
export class PoolDatabase implements Database {
  readonly sessionCount: number;
  readonly #pools: Record<Lane, Pool>;
  readonly #current = new AsyncLocalStorage<TransactionSession>();
  readonly #afterwards: () => Promise<void>;
  #transactions = 0;
  #onLoan = 0;
  #whenIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** `afterwards` runs when the pools have ended. */
  constructor(pools: Record<Lane, Pool>, afterwards: () => Promise<void>) {
    this.#pools = pools;
    this.#afterwards = afterwards;
    this.sessionCount = pools.money.options.max;
  }

  query<Row = Record<string, unknown>>(statement: Statement, lane: Lane = 'read'): Promise<Result<Row>> {
    return this.#lend(lane, ({ client }) => runStatement<Row>(client, statement));
  }

  transaction<T>(work: (session: Session) => Promise<T>, lane: Lane = 'read'): Promise<T> {
    return this.#lend(lane, async (loan) => {
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
        await rollBack(loan);
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
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** A pool that ends forgets whoever waits for a connection, so it ends when nobody does. */
  async #close(): Promise<void> {
    if (this.#onLoan > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    await Promise.all([this.#pools.money.end(), this.#pools.read.end()]);
    await this.#afterwards();
  }

  async #lend<T>(lane: Lane, work: (loan: Loan) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Error('the database is closed');
    // With every connection inside such a transaction, all of them would wait for ever.
    if (this.#current.getStore()?.open)
      throw new Error('inside a transaction ask the session it hands you, not the database');
    this.#onLoan += 1;
    try {
      return await useClient(await connect(this.#pools[lane]), work);
    } finally {
      this.#onLoan -= 1;
      if (this.#onLoan === 0) this.#whenIdle?.();
    }
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
}

/**
 * A lent client has no listener but ours: without one, a backend that is terminated would end the process. Whether the
 * statement under way was committed is not known then, so its caller is told to ask again with the same key.
 */
async function useClient<T>(client: PoolClient, work: (loan: Loan) => Promise<T>): Promise<T> {
  let isBroken = false;
  const onError = (): void => void (isBroken = true);
  client.on('error', onError);
  try {
    return await work({ client, discard: onError });
  } catch (error) {
    isBroken ||= isLostConnection(error);
    throw isBroken || isTakenBack(error) ? new DatabaseUnavailable(error) : error;
  } finally {
    client.release(isBroken);
    // Last: between our listener and the pool's own there must be no moment without one.
    client.removeListener('error', onError);
  }
}

/** A connection that cannot even roll back is thrown away: the server rolls back when it goes. */
async function rollBack({ client, discard }: Loan): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch {
    discard();
  }
}

import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type { Database, Lane, Session } from './database.ts';

/**
 * The query builder over a `Database`: for reads, and for single writes that move no money (those are plain named
 * SQL). It opens no transactions of its own; inside `database.transaction` use `createKyselyIn(session)`.
 */
export function createKysely<Schema>(database: Database, lane: Lane = 'read'): Kysely<Schema> {
  return over<Schema>({ query: (statement) => database.query(statement, lane) });
}

/** The query builder inside a transaction that is already open. */
export function createKyselyIn<Schema>(session: Session): Kysely<Schema> {
  return over<Schema>(session);
}

/** Destroying the query builder leaves the database open: it belongs to whoever opened it. */
function over<Schema>(session: Session): Kysely<Schema> {
  const client = new StatementClient(session);
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: () => Promise.resolve(client), end: () => Promise.resolve() },
    }),
  });
}

class StatementClient implements PostgresPoolClient {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: { read(rowsCount: number): Promise<R[]>; close(): Promise<void> }): typeof cursor;
  query<R>(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are not offered');
    return this.#run<R>(text, values);
  }

  release(): void {
    // Each statement leased and returned its own session.
  }

  async #run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (/^\s*(begin|start transaction)\b/i.test(text)) {
      throw new Error('use database.transaction and createKyselyIn(session) for a transaction');
    }
    const { rows, rowCount } = await this.#session.query<R>({ text, values });
    // With any of the writing commands kysely passes the row count on; for reads it is not looked at.
    return { command: 'UPDATE', rowCount, rows };
  }
}

import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, ClientBase, Pool, PoolClient, QueryResult } from 'pg';
import type { Database, Lane, LaneLoad, Result, Session, Statement } from './database.ts';

/** The database is unreachable, or was lost during a statement that may or may not have been committed. */
class DatabaseUnavailable extends Error {
  readonly code = 'UNAVAILABLE';

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/**
 * SQLSTATE classes 08 (connection), 53 (out of resources), 57P (shut down, crashed, starting up), and 25006:
 * the server became a standby, so this connection leads to the wrong one.
 */
const lostState = /^(08|53|57P|25006)/;
/** The driver's own errors have no SQLSTATE, only a socket code or a message. */
const lostSocket = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const lostSentence =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|Query read timeout)/;

/** True if a slow statement was cancelled and rolled back; a retry may find less contention. */
function isTakenBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return lostState.test(code) || lostSocket.has(code) || lostSentence.test(error.message);
}

/** The texts of each name, in the order of first use. */
const textsOfName = new Map<string, string[]>();
/**
 * A statement has one text per combination of its filters. More texts than this contain values, and are not
 * prepared.
 */
const mostTexts = 32;

/**
 * Returns the name under which a connection prepares this text. PostgreSQL refuses a second text under one
 * name on a connection, and the caller decides which text is first. Hence a name refers to its first text,
 * and later texts get numbers.
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

type RunStatement = <Row>(client: ClientBase, statement: Statement) => Promise<Result<Row>>;

/** Maximum delay of a timer in Node.js, ms. */
const foreverMs = 2 ** 31 - 1;

/**
 * Runs one statement and returns the rows of its last part. Named statements are planned once per session, if
 * sessions persist. A text without values uses the simple protocol, so that a migration may contain several
 * statements.
 */
async function runStatement<Row>(
  client: ClientBase,
  { text, name, values, mayTakeLong = false }: Statement,
): Promise<Result<Row>> {
  // The driver's types lack its own limit.
  const unlimited: object = mayTakeLong ? { query_timeout: foreverMs } : {};
  const answer: QueryResult | QueryResult[] = await client.query({
    text,
    ...(name === undefined ? {} : { name: preparedName(name, text) }),
    ...(values === undefined ? {} : { values: [...values] }),
    ...unlimited,
  });
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: (last?.rows ?? []) as Row[], rowCount: last?.rowCount ?? 0 };
}

/** Like runStatement, for connections that may change between statements: nothing is prepared. */
const runNameless: RunStatement = (client, { name: _name, ...statement }) => runStatement(client, statement);

/**
 * A session for one transaction. Its statements run in the order of the calls, and each is sent at once where
 * the connection is pipelined: the caller may do other work until the answer arrives. After one that failed,
 * PostgreSQL refuses all that were sent behind it.
 */
class TransactionSession implements Session {
  readonly #client: Client;
  readonly #run: RunStatement;
  #tail: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #open = true;

  constructor(client: Client, run: RunStatement) {
    this.#client = client;
    this.#run = run;
  }

  get open(): boolean {
    return this.#open;
  }

  query<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>> {
    if (!this.#open) return Promise.reject(new Error('the transaction of this session has ended'));
    const run = (): Promise<Result<Row>> => this.#run<Row>(this.#client, statement);
    const answer = this.#client.pipeline || this.#underWay === 0 ? run() : this.#tail.then(run);
    this.#underWay += 1;
    const ended = (): void => void (this.#underWay -= 1);
    // A statement that gave up waiting may end before those ahead of it.
    this.#tail = Promise.all([this.#tail, answer.then(ended, ended)]);
    return answer;
  }

  /** Accepts no new statements. Resolves when all earlier ones have finished, awaited or not. */
  async end(): Promise<void> {
    this.#open = false;
    await this.#tail;
  }
}

/**
 * COMMIT of a transaction with a failed statement answers ROLLBACK without an error, which must not look like
 * success.
 */
async function commit(client: ClientBase): Promise<void> {
  const answer: QueryResult = await client.query('COMMIT');
  if (answer.command === 'COMMIT') return;
  throw Object.assign(new Error('the transaction was rolled back because one of its statements failed'), {
    code: '25P02',
  });
}

/** A borrowed connection. `discard` closes it instead of returning it to the pool. */
type Loan = { client: PoolClient; discard(): void };

/** The `Database` over one pool of connections per lane. */
export class PoolDatabase implements Database {
  readonly sessionCount: number;
  readonly #pools: Record<Lane, Pool>;
  readonly #current = new AsyncLocalStorage<TransactionSession>();
  readonly #run: RunStatement;
  readonly #afterwards: () => Promise<void>;
  #transactions = 0;
  #onLoan = 0;
  #whenIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /**
   * `keepsPlans`: a connection stays the same session until it closes. `afterwards` runs when the pools have
   * closed.
   */
  constructor(
    pools: Record<Lane, Pool>,
    { keepsPlans, afterwards }: { keepsPlans: boolean; afterwards: () => Promise<void> },
  ) {
    this.#pools = pools;
    this.#run = keepsPlans ? runStatement : runNameless;
    this.#afterwards = afterwards;
    this.sessionCount = pools.money.options.max;
  }

  query<Row = Record<string, unknown>>(statement: Statement, lane: Lane = 'read'): Promise<Result<Row>> {
    return this.#lend(lane, ({ client }) => this.#run<Row>(client, statement));
  }

  transaction<T>(work: (session: Session) => Promise<T>, lane: Lane = 'read'): Promise<T> {
    return this.#lend(lane, async (loan) => {
      const { client } = loan;
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const session = new TransactionSession(client, this.#run);
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
   * Tracks which call is inside a transaction. Tracking is off while there is no transaction, because it
   * costs Node time for every promise of the process, a tenth of a purchase.
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

  load(): LaneLoad[] {
    return (['money', 'read'] as const).map((lane) => {
      const { totalCount, idleCount, waitingCount } = this.#pools[lane];
      return { lane, lent: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** A closing pool forgets callers that wait for a connection, so it closes only when none waits. */
  async #close(): Promise<void> {
    if (this.#onLoan > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    await Promise.all([this.#pools.money.end(), this.#pools.read.end()]);
    await this.#afterwards();
  }

  async #lend<T>(lane: Lane, work: (loan: Loan) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Error('the database is closed');
    // With every connection inside such a transaction, all of them would wait forever.
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
 * Runs `work` on a borrowed client, which has no error listener but ours: without one, a terminated backend
 * would end the process. It is then unknown whether the running statement was committed, so the caller gets a
 * retryable refusal and repeats the same key.
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
    // Last, so that there is always one listener, ours or the pool's.
    client.removeListener('error', onError);
  }
}

/** A connection that cannot roll back is closed, and the server then rolls back. */
async function rollBack({ client, discard }: Loan): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch {
    discard();
  }
}

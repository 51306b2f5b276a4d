import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, ClientBase, QueryResult } from 'pg';
import type { Database, Lane, LaneLoad, Result, Session, Statement } from './database.ts';

/** The database cannot be reached, or was lost under a statement that may or may not have been committed. */
class DatabaseUnavailable extends Error {
  readonly code = 'UNAVAILABLE';

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/**
 * SQLSTATE classes 08 (connection), 53 (out of resources), 57P (shut down, crashed, starting up), and 25006: the server
 * at the other end became a standby, so this connection leads to the wrong one.
 */
const lostState = /^(08|53|57P|25006)/;
/** The driver's own errors have no SQLSTATE: what the socket says, or a sentence. */
const lostSocket = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const lostSentence =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|Query read timeout)/;

/** A statement that took too long was taken back; asked again later it may find less in its way. */
function isTakenBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return lostState.test(code) || lostSocket.has(code) || lostSentence.test(error.message);
}

/** The texts of each name, in the order of their first use. */
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

type RunStatement = <Row>(client: ClientBase, statement: Statement) => Promise<Result<Row>>;

/** The longest that a timer of Node.js takes, ms. */
const foreverMs = 2 ** 31 - 1;

/**
 * Runs one statement. Named statements are planned once per session, where sessions are kept; text without values goes by
 * the simple protocol, so that a migration may hold several statements. Returns the last statement's rows.
 */
async function runStatement<Row>(
  client: ClientBase,
  { text, name, values, mayTakeLong = false }: Statement,
): Promise<Result<Row>> {
  // The driver's own limit is not among its types.
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

/** As above, where the next statement may run on another connection: nothing has a name. */
const runNameless: RunStatement = (client, { name: _name, ...statement }) => runStatement(client, statement);

/** A session for the length of one transaction: its statements run in the order they were asked. */
class TransactionSession implements Session {
  readonly #client: ClientBase;
  readonly #run: RunStatement;
  #tail: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #open = true;

  constructor(client: ClientBase, run: RunStatement) {
    this.#client = client;
    this.#run = run;
  }

  get open(): boolean {
    return this.#open;
  }

  query<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>> {
    if (!this.#open) return Promise.reject(new Error('the transaction of this session has ended'));
    const run = (): Promise<Result<Row>> => this.#run<Row>(this.#client, statement);
    // Sent at once where nothing is under way: who asks may have other work until the answer comes.
    const answer = this.#underWay === 0 ? run() : this.#tail.then(run);
    this.#underWay += 1;
    const ended = (): void => void (this.#underWay -= 1);
    this.#tail = answer.then(ended, ended);
    return answer;
  }

  /** Accepts no new statements; resolves when all earlier ones are done, awaited or not. */
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

/** A connection on loan. `discard` has it thrown away afterwards instead of given back. */
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

  /** `keepsPlans`: a connection is the same session until it ends. `afterwards` runs when the pools have ended. */
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
   * Tracks which call is inside a transaction. The tracking is off while none is: with it on, Node pays for every
   * promise of the process, a tenth of a purchase.
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

  /** An ending pool forgets callers that wait for a connection, so it ends when none waits. */
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
 * statement under way was committed is not known then, so its caller gets a retryable refusal and repeats the same key.
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

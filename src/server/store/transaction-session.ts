import assert from 'node:assert/strict';
import type { ClientBase, QueryResult } from 'pg';
import type { Result, Session, Statement } from './database.ts';

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
 * simple protocol, so that a migration may hold several statements. Returns the last statement's rows.
 */
export async function runStatement<Row>(client: ClientBase, statement: Statement): Promise<Result<Row>> {
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
export class TransactionSession implements Session {
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
    const answer = this.#tail.then(() => runStatement<Row>(this.#client, statement));
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
export async function commit(client: ClientBase): Promise<void> {
  const answer: QueryResult = await client.query('COMMIT');
  if (answer.command === 'COMMIT') return;
  throw Object.assign(new Error('the transaction was rolled back because one of its statements failed'), {
    code: '25P02',
  });
}

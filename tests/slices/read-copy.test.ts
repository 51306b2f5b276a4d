import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#src/server/http/fastify-app.ts';
import type { Database, Statement } from '#src/server/store/database.ts';
import { followReadCopy } from '#src/server/store/pooling/read-copy.ts';
import { openTwoMarkets, type TwoMarkets } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

/** The database itself as a replica, as far as `lag` allows. */
class LaggingCopy {
  asked = 0;
  isAway = false;
  /** Null for the database's own position. */
  position: string | null = null;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  open(): Database {
    const query = <Row>(statement: Statement) => {
      if (this.isAway) return Promise.reject(new Error('the copy is away'));
      if (statement.name === 'log-position' && this.position !== null)
        return Promise.resolve({ rows: [{ lsn: this.position }] as Row[], rowCount: 1 });
      if (statement.name !== 'log-position') this.asked += 1;
      return this.#database.query<Row>(statement);
    };
    return { ...this.#database, query, transaction: () => expect.fail(), close: () => Promise.resolve() };
  }
}

/** Headers of our own client's calls. */
const page = { 'x-wire-version': '2' };

describe('reports from a replica', () => {
  let opened: TestDatabase;
  let app: App;
  let market: TwoMarkets;
  let copy: LaggingCopy;
  let follower: ReturnType<typeof followReadCopy>;
  const clock = { aheadMs: 0 };
  const now = (): Date => new Date(Date.now() + clock.aheadMs);

  beforeAll(async () => {
    opened = await openTestDatabase();
    copy = new LaggingCopy(opened.database);
    follower = followReadCopy(opened.database, {
      open: () => Promise.resolve(copy.open()),
      now,
      mostLagSeconds: 10,
      onLag: () => undefined,
      onFailure: () => undefined,
    });
    app = await openTestApp(opened.database, { now, readCopy: follower });
    market = await openTwoMarkets(app, opened.database);
  });
  afterAll(async () => {
    await follower.stop();
    await app.close();
    await opened.stop();
  });

  const path = (): string => `/shopping/history-2/mercado-global/${market.ids['GLOBAL_MARKET']}`;
  const report = async (asker: 'GLOBAL_MARKET' | 'ESTANTE', headers: Record<string, string> = page) => {
    const before = copy.asked;
    const answer = await ask(app, 'GET', path(), { token: market.tokens[asker], headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-data-age']).toBe(answer.body['ageSeconds']?.toString());
    return { fromCopy: copy.asked > before, age: answer.body['ageSeconds'] };
  };

  it('serve a market that has written nothing, with their age', async () => {
    await expect.poll(() => follower.asOf()).not.toBeNull();
    const { fromCopy, age } = await report('GLOBAL_MARKET');
    expect(fromCopy).toBe(true);
    expect(Number(age)).toBeLessThan(60);
  });

  it('never serve a caller that is not our page, nor a stall', async () => {
    expect(await report('GLOBAL_MARKET', {})).toEqual({ fromCopy: false, age: undefined });
    expect(await report('ESTANTE')).toEqual({ fromCopy: false, age: undefined });
  });

  it('show a market its own act: the database answers until the replica has it', async () => {
    const written = await ask(app, 'POST', '/auth/logout', { body: { refreshToken: 'x' }, headers: page });
    const cookie = /^mercado-escrito=\d+/.exec(String(written.headers['set-cookie']))?.[0] ?? '';
    const headers = { ...page, cookie };
    expect((await report('GLOBAL_MARKET', headers)).fromCopy).toBe(false);
    await expect
      .poll(async () => (await report('GLOBAL_MARKET', headers)).fromCopy, { timeout: 20_000 })
      .toBe(true);
  });

  it('come from the database when the replica is down, or lags too far', async () => {
    copy.isAway = true;
    expect(await report('GLOBAL_MARKET')).toMatchObject({ fromCopy: false });
    copy.isAway = false;
    copy.position = '0/1';
    clock.aheadMs = 11_000;
    expect(follower.asOf()).toBeNull();
    expect(await report('GLOBAL_MARKET')).toEqual({
      fromCopy: false,
      age: undefined,
    });
  });
});

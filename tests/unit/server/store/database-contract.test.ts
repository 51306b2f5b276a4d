import { describe, expect, it } from 'vitest';
import type { Database } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

const opened = databaseForSuite({ isEmpty: true });
let tables = 0;

/** An empty table `(id int8 primary key, name text)` of the test's own. */
async function makeTable(): Promise<string> {
  tables += 1;
  const table = `contract_${tables}`;
  await opened.database.query({ text: `CREATE TABLE ${table} (id int8 PRIMARY KEY, name text NOT NULL)` });
  return table;
}

async function one(text: string): Promise<unknown> {
  const { rows } = await opened.database.query<{ value: unknown }>({ text: `SELECT ${text} AS value` });
  return rows[0]?.value;
}

describe('values of the database', () => {
  it.each([
    ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
    ['(-9007199254740991)::int8', Number.MIN_SAFE_INTEGER],
    ['7::int4', 7],
    ['ARRAY[1, NULL, 9007199254740991]::int8[]', [1, null, Number.MAX_SAFE_INTEGER]],
    ['12345678901234567890.10::numeric', '12345678901234567890.10'],
    ["timestamptz '2026-03-01 10:00:00.123+02'", new Date('2026-03-01T08:00:00.123Z')],
    ["date '2026-03-01'", '2026-03-01'],
    ["timestamp '2026-03-01 10:00:00'", '2026-03-01 10:00:00'],
    ['\'{"a": [1, "ñ"]}\'::jsonb', { a: [1, 'ñ'] }],
    ['NULL::int8', null],
  ])('reads %s', async (text, expected) => {
    expect(await one(text)).toEqual(expected);
  });

  it('refuses an int8 that a number cannot hold, and continues', async () => {
    await expect(one('9007199254740992::int8')).rejects.toThrow(/does not fit/);
    await expect(one("'{9007199254740993}'::int8[]")).rejects.toThrow(/does not fit/);
    expect(await one('1::int8')).toBe(1);
  });
});

describe('statements of the database', () => {
  it('counts rows, and returns the result of the last of several statements', async () => {
    const table = await makeTable();
    const inserted = await opened.database.query({
      text: `INSERT INTO ${table} SELECT n, 'x' FROM generate_series(1, 3) n`,
    });
    expect(inserted).toEqual({ rows: [], rowCount: 3 });
    const several = await opened.database.query({
      text: `DELETE FROM ${table} WHERE id = 1; SELECT count(*) AS left FROM ${table}`,
    });
    expect(several).toEqual({ rows: [{ left: 2 }], rowCount: 1 });
  });

  it('plans a named statement once and accepts other values each time', async () => {
    await opened.database.transaction(async (session) => {
      for (const value of [1, 2, 3]) {
        const { rows } = await session.query({
          name: 'plan-once',
          text: 'SELECT $1::int8 AS value',
          values: [value],
        });
        expect(rows).toEqual([{ value }]);
      }
      const { rows } = await session.query({
        text: "SELECT count(*) AS n FROM pg_prepared_statements WHERE name = 'plan-once'",
      });
      expect(rows).toEqual([{ n: 1 }]);
    });
  });

  it('keeps two texts of one name apart, whichever came first on a connection', async () => {
    for (const order of [
      [1, 2, 1],
      [2, 1, 2],
    ])
      await opened.database.transaction(async (session) => {
        for (const value of order) {
          const statement = { name: 'two-texts', text: `SELECT ${value}::int8 AS value`, values: [] };
          expect((await session.query(statement)).rows).toEqual([{ value }]);
        }
      });
  });

  it('keeps the code, constraint and detail of an error', async () => {
    const table = await makeTable();
    const insert = {
      text: `INSERT INTO ${table} VALUES ($1, $2)`,
      values: [1, 'a'],
      name: `insert-${table}`,
    };
    await opened.database.query(insert);
    await expect(opened.database.query(insert)).rejects.toMatchObject({
      code: '23505',
      constraint: `${table}_pkey`,
      detail: 'Key (id)=(1) already exists.',
      message: expect.stringContaining('duplicate key'),
    });
    await expect(opened.database.query({ text: 'SELECT 1/0' })).rejects.toMatchObject({ code: '22012' });
    await expect(opened.database.query({ text: 'SELEC 1' })).rejects.toMatchObject({ code: '42601' });
    expect(await one(`(SELECT count(*) FROM ${table})`)).toBe(1);
  });
});

describe('transactions of the database', () => {
  it('rolls back and rethrows when its work throws', async () => {
    const table = await makeTable();
    const failure = new Error('no');
    const work = opened.database.transaction(async (session) => {
      await session.query({ text: `INSERT INTO ${table} VALUES (1, 'a')` });
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await one(`(SELECT count(*) FROM ${table})`)).toBe(0);
  });

  it('does not report success when a failed statement was swallowed', async () => {
    const table = await makeTable();
    const work = opened.database.transaction(async (session) => {
      await session.query({ text: `INSERT INTO ${table} VALUES (1, 'a')` });
      await session.query({ text: 'SELECT 1/0' }).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: '25P02' });
    expect(await one(`(SELECT count(*) FROM ${table})`)).toBe(0);
  });

  it('refuses the statements sent behind a failed one, each with its own error', async () => {
    const table = await makeTable();
    const insert = (id: number) => ({
      name: 'sent-behind',
      text: `INSERT INTO ${table} VALUES ($1, 'a')`,
      values: [id],
    });
    const codes: unknown[] = [];
    const work = opened.database.transaction(async (session) => {
      const asked = [insert(1), insert(2), { text: 'SELECT 1/0' }, insert(3)].map((one) =>
        session.query(one),
      );
      for (const answer of await Promise.allSettled(asked))
        codes.push(
          answer.status === 'fulfilled' ? answer.value.rowCount : (answer.reason as { code: string }).code,
        );
    });
    await expect(work).rejects.toMatchObject({ code: '25P02' });
    expect(codes).toEqual([1, 1, '22012', '25P02']);
    expect(await one(`(SELECT count(*) FROM ${table})`)).toBe(0);
  });

  it('completes unawaited statements before it commits', async () => {
    const table = await makeTable();
    await opened.database.transaction(async (session) => {
      void session.query({ text: `INSERT INTO ${table} VALUES (1, 'a')` });
    });
    expect(await one(`(SELECT count(*) FROM ${table})`)).toBe(1);
  });

  it('runs simultaneously requested statements in order', async () => {
    const rows = await opened.database.transaction((session) =>
      Promise.all([1, 2, 3].map((n) => session.query({ text: 'SELECT $1::int8 AS n', values: [n] }))),
    );
    expect(rows.map((answer) => answer.rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('refuses a session after its end, and the database inside a transaction', async () => {
    let kept: Parameters<Parameters<Database['transaction']>[0]>[0] | undefined;
    await opened.database.transaction(async (session) => {
      kept = session;
      await expect(opened.database.query({ text: 'SELECT 1' })).rejects.toThrow(/the session it hands you/);
    });
    await expect(kept?.query({ text: 'SELECT 1' })).rejects.toThrow(/has ended/);
    expect(await one('1')).toBe(1);
  });

  it('reports a statement timeout as unavailable, and continues with the next', async () => {
    const work = opened.database.transaction(async (session) => {
      await session.query({ text: 'SET LOCAL statement_timeout = 20' });
      await session.query({ text: 'SELECT pg_sleep(30)' });
    });
    await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await one('1')).toBe(1);
  });

  it('is READ COMMITTED', async () => {
    await opened.database.transaction(async (session) => {
      const { rows } = await session.query({ text: 'SHOW transaction_isolation' });
      expect(rows).toEqual([{ transaction_isolation: 'read committed' }]);
    });
  });
});

describe('lanes of the database', () => {
  it('never blocks the event loop while a statement runs', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    await opened.database.query({ text: 'SELECT count(*) FROM generate_series(1, 3000000)' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});

describe('the end of the database', () => {
  it('closes after pending statements were written, and answers nothing afterwards', async () => {
    const table = await makeTable();
    const last = opened.database.query({ text: `INSERT INTO ${table} VALUES (1, 'last')` });
    await opened.database.close();
    await expect(last).resolves.toMatchObject({ rowCount: 1 });
    await expect(opened.database.query({ text: 'SELECT 1' })).rejects.toThrow(/closed/);
    await expect(opened.database.close()).resolves.toBeUndefined();
  });
});

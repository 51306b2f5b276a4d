import { describe, expect, it } from 'vitest';
import { mostWalked } from '#src/server/store/records/walk.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

describe('a search', () => {
  const place = marketForSuite();

  const found = async (path: string, q: string): Promise<number> => {
    const answer = await place.manage(`${path}?q=${q}`);
    expect(answer.status).toBe(200);
    return (answer.body['items'] as unknown[]).length;
  };
  const paths = () => [
    `/shopping/history/mercado-global/${place.market.codes.own}`,
    '/code-qr/list',
    '/cash/refundable',
    '/points-historial/all',
  ];
  const all = async (q: string) => Promise.all(paths().map((path) => found(path, q)));
  /** Customers with this name, each with a separate document unless one is given. */
  const add = (
    name: string,
    { count = 1, document = null as string | null, also = '', isNumbered = false } = {},
  ) =>
    place.rowsOf(
      `insert into person (id, user_type, status, owner_name, identificacion, document_number, search_text, sort_name, created_at)
        select gen_random_uuid(), 'USUARIO', 'APROBADO', name, coalesce($3, 'x' || id), coalesce($3, id::text), name || coalesce(' ' || $3, '') || $4, name, now()
        from (select $1 || case when $5 then n::text else '' end as name, gen_random_uuid() as id from generate_series(1, $2) n) made`,
      name,
      count,
      document,
      also,
      isNumbered,
    );
  const addNamesakes = (count: number) => add('luz marina', { count });

  /** Every page of this list. */
  const walk = async (role: 'ADMIN' | 'GLOBAL_MARKET', path: string, limit = 50) => {
    const rows: unknown[] = [];
    for (let pages = 1, cursor = ''; ; pages += 1) {
      const answer = await place.as(role, `${path}&limit=${limit}${cursor}`);
      expect(answer.status).toBe(200);
      rows.push(...(answer.body['items'] as unknown[]));
      const next = answer.body['nextCursor'];
      if (typeof next !== 'string') return { rows, pages };
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  };

  it('finds the intended row, however many in the country have the name', async () => {
    const voucher = await place.topUp(40_000);
    const code = await place.bought(voucher, 3_000);
    expect(await all('marina')).toEqual([1, 1, 1, 1]);
    await addNamesakes(100);
    expect(await all('marina'), 'a hundred').toEqual([1, 1, 1, 1]);
    await addNamesakes(250);
    expect(await all('marina'), 'more than are looked up').toEqual([1, 1, 1, 1]);
    expect(await all('MARÍNA')).toEqual([1, 1, 1, 1]);
    expect(await all('nadie')).toEqual([0, 0, 0, 0]);
    const [sales = ''] = paths();
    expect(await found(sales, code)).toBe(1);
    expect(await found(sales, code.toLowerCase())).toBe(1);
    expect(await found(sales, 'C-00000000')).toBe(0);
    expect(await found(sales, 'rosalba'), 'a stall').toBe(1);
  });

  it('finds the person of a whole document alone, and of a part everybody who has it', async () => {
    for (const document of ['77001234', '9177001234']) await add('olga', { document });
    await add('olga', { document: '5550001', also: ' 77001234' });
    expect(await found('/client/list', '77001234')).toBe(1);
    expect(await found('/client/list', '77.001.234')).toBe(1);
    expect(await found('/client/list', '7700123')).toBe(3);
    expect(await found('/client/list', '77001235')).toBe(0);
  });

  it('lists names that start with the term before names that contain it, page by page', async () => {
    const names = ['ana xilena', 'xilena zoila', 'zoila xilena', 'xilena', 'xilenas beto'];
    for (const name of names) await add(name);
    const namesIn = async (role: 'ADMIN' | 'GLOBAL_MARKET', path: string, limit: number) =>
      (await walk(role, `${path}q=Xiléna&sort=name`, limit)).rows.map(
        (row) => (row as { ownerName: string }).ownerName,
      );
    const inOrder = ['xilena', 'xilena zoila', 'xilenas beto', 'ana xilena', 'zoila xilena'];
    for (const limit of [1, 2, 3, 4, 50]) {
      expect(await namesIn('GLOBAL_MARKET', '/client/list?', limit)).toEqual(inOrder);
      expect(await namesIn('ADMIN', '/auth/users?userType=USUARIO&', limit)).toEqual(inOrder);
    }
  });

  it('scans a limited number of rows per answer, and resumes where it stopped', async () => {
    const first = await place.topUp(9_000);
    await place.topUp(8_000);
    for (const price of [1_000, 2_000, 3_000]) await place.bought(first, price);
    for (const name of ['zoraida ', 'abel zoraida ']) await add(name, { count: 310, isNumbered: true });
    await addNamesakes(350);
    const asked = [
      ...paths().flatMap((path) => [`${path}?q=marina`, `${path}?q=zoraida`]),
      '/code-qr/list?state=BLOCKED',
      '/auditoria?kind=voucher-blocked',
      '/client/list?q=zoraida',
      '/client/list?q=zoraida&sort=recent',
      '/client/list?doubles=true',
    ].map((path) => ['GLOBAL_MARKET', path] as const);
    const ofAdmin = [
      '/auth/users?q=zoraida&sort=status',
      '/code-qr/list?q=marina',
      '/auth/users?q=zoraida&userType=USUARIO',
    ];
    const lists = [...asked, ...ofAdmin.map((path) => ['ADMIN', path] as const)];
    const whole = await Promise.all(lists.map(([role, path]) => walk(role, path)));
    const usual = { ...mostWalked };
    Object.assign(mostWalked, { purchases: 1, topUps: 1, vouchers: 1, points: 1, people: 40, decisions: 1 });
    try {
      for (const [n, [role, path]] of lists.entries()) {
        const inSteps = await walk(role, path);
        expect({ path, rows: inSteps.rows }).toEqual({ path, rows: whole[n]?.rows });
        expect({ path, more: inSteps.pages > (whole[n]?.pages ?? 0) }).toEqual({
          path,
          more: !path.startsWith('/auditoria'),
        });
      }
    } finally {
      Object.assign(mostWalked, usual);
    }
  });

  it('counts matches of a frequent name only up to a limit', async () => {
    const { body } = await place.as('ADMIN', '/auth/users?q=zoraida&limit=1');
    expect(body).toMatchObject({ counts: { APROBADO: 300, PENDIENTE: 0 }, more: ['APROBADO'] });
    const { body: few } = await place.as('ADMIN', '/auth/users?q=xilena&limit=1');
    expect(few).toMatchObject({ counts: { APROBADO: 5 } });
    expect(few).not.toHaveProperty('more');
  });

  it("distinguishes vouchers' states as each row shows them", async () => {
    const [spent, blocked] = [await place.topUp(500), await place.topUp(600)];
    await place.bought(spent, 500);
    const id = await place.idOf(blocked);
    const body = { id, reason: 'perdido' };
    expect((await place.manage('/code-qr/block', body)).status).toBe(200);
    const list = async (query: string) =>
      (await place.manage(`/code-qr/list?${query}`)).body['items'] as {
        _id: string;
        state: string;
      }[];
    const rows = await list('limit=50');
    const states = ['ACTIVE', 'SPENT', 'BLOCKED', 'EXPIRED', 'VOIDED', 'REFUNDED', 'JOINED'];
    for (const state of states)
      expect(await list(`limit=50&state=${state}`)).toEqual(rows.filter((row) => row.state === state));
    expect(new Set(rows.map(({ state }) => state)).size).toBe(3);
  });
});

import { describe, expect, it } from 'vitest';
import { openAreas } from '#tests/support/open-areas.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('a search', () => {
  const areas = forSuite(openAreas, (one) => one.close());

  const found = async (path: string, q: string): Promise<number> => {
    const answer = await areas.as('GLOBAL_MARKET', 'GET', `${path}?q=${q}`);
    expect(answer.status).toBe(200);
    return (answer.body['items'] as unknown[]).length;
  };
  const paths = () => [
    `/shopping/history/mercado-global/${areas.market.codes.own}`,
    '/code-qr/list',
    '/cash/refundable',
    '/points-historial/all',
  ];
  const all = async (q: string) => Promise.all(paths().map((path) => found(path, q)));
  const addNamesakes = (count: number) =>
    areas.opened.database.query({
      text: `insert into person (id, user_type, status, owner_name, identificacion, document_number, search_text, sort_name, created_at)
        select gen_random_uuid(), 'USUARIO', 'APROBADO', 'luz marina', 'x' || gen_random_uuid(), gen_random_uuid(), 'luz marina', 'luz marina', now()
        from generate_series(1, $1)`,
      values: [count],
    });

  it('finds what one did, however many in the country have the name', async () => {
    const voucher = await areas.topUp(40_000);
    const code = await areas.buy(voucher, 3_000);
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

  it('lists who is called so before whose name has it, each once, page by page', async () => {
    const names = ['ana xilena', 'xilena zoila', 'zoila xilena', 'xilena', 'xilenas beto'];
    for (const name of names)
      await areas.opened.database.query({
        text: `insert into person (id, user_type, status, owner_name, identificacion, document_number, search_text, created_at)
          values (gen_random_uuid(), 'USUARIO', 'APROBADO', $1, 'x' || gen_random_uuid(), gen_random_uuid(), $1, now())`,
        values: [name],
      });
    const walk = async (role: 'ADMIN' | 'GLOBAL_MARKET', path: string, limit: number): Promise<string[]> => {
      const seen: string[] = [];
      for (let cursor = ''; ;) {
        const answer = await areas.as(role, 'GET', `${path}q=Xiléna&sort=name&limit=${limit}${cursor}`);
        expect(answer.status).toBe(200);
        seen.push(...(answer.body['items'] as { ownerName: string }[]).map(({ ownerName }) => ownerName));
        const next = answer.body['nextCursor'];
        if (typeof next !== 'string') return seen;
        cursor = `&cursor=${encodeURIComponent(next)}`;
      }
    };
    const inOrder = ['xilena', 'xilena zoila', 'xilenas beto', 'ana xilena', 'zoila xilena'];
    for (const limit of [1, 2, 3, 4, 50]) {
      expect(await walk('GLOBAL_MARKET', '/client/list?', limit)).toEqual(inOrder);
      expect(await walk('ADMIN', '/auth/users?userType=USUARIO&', limit)).toEqual(inOrder);
    }
  });

  it('tells the states of vouchers apart as each row says its own', async () => {
    const [spent, blocked] = [await areas.topUp(500), await areas.topUp(600)];
    await areas.buy(spent, 500);
    const id = await areas.idOf(blocked);
    const body = { id, reason: 'perdido' };
    expect((await areas.as('GLOBAL_MARKET', 'POST', '/code-qr/block', body)).status).toBe(200);
    const list = async (query: string) =>
      (await areas.as('GLOBAL_MARKET', 'GET', `/code-qr/list?${query}`)).body['items'] as {
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

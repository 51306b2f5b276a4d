import { beforeAll, describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';

describe('reports', () => {
  let clock = new Date('2026-03-26T15:00:00Z');
  const place = marketForSuite({ now: () => clock });
  beforeAll(async () => {
    const first = await place.topUp(100_000);
    await place.bought(first, 10_000);
    clock = new Date('2026-03-27T04:59:00Z');
    await place.bought(first, 20_000);
    clock = new Date('2026-03-27T05:01:00Z');
    const code = await place.bought(first, 5_000);
    await place.bought(first, 7_000, 'other ESTANTE');
    await place.as('ESTANTE', '/shopping/void', { codeCompra: code, reason: 'Error' });
    await place.topUp(40_000);
  });

  const summary = (query = '?from=2026-03-27&to=2026-03-27', asker?: Asker) => place.report(query, asker);

  it("sum days in the market's time zone, and compare with earlier days", async () => {
    expect(await summary()).toMatchObject({
      days: [
        {
          day: '2026-03-27',
          purchases: { count: 1, total: 5_000 },
          voids: { count: 1, total: 5_000 },
          topUps: { count: 1, total: 40_000 },
          outstanding: 103_000,
        },
      ],
      totals: { purchases: { count: 1, total: 5_000 }, pointsEarned: 0 },
      previous: { purchases: { count: 2, total: 30_000 }, topUps: { count: 1, total: 100_000 } },
      outstanding: 103_000,
      points: 30,
    });
  });

  it('compare with the requested earlier days, outside the period', async () => {
    const weekLater = await summary('?from=2026-04-02&to=2026-04-02&compareFrom=2026-03-26');
    expect(weekLater.previous).toMatchObject({ purchases: { count: 2, total: 30_000 } });
    const overlapping = await summary('?from=2026-03-27&to=2026-03-31&compareFrom=2026-03-26');
    expect(overlapping.previous).toMatchObject({ purchases: { count: 2, total: 30_000 } });
    const path = `/shopping/history-2/mercado-global/${place.market.codes.own}?from=2026-03-27&to=2026-03-27`;
    for (const day of ['2026-03-27', '2026-03-28', '2024-01-01', 'ayer'])
      expect((await place.manage(`${path}&compareFrom=${day}`)).status).toBe(400);
  });

  it("show the stalls' balances at the end of the period, each caller its own", async () => {
    expect((await summary('?from=2026-03-01&to=2026-03-25')).owed).toEqual({ count: 0, total: 0 });
    for (const asker of ['GLOBAL_MARKET', 'ADMIN', 'ESTANTE'] as const)
      expect((await summary(undefined, asker)).owed).toEqual({ count: 1, total: 30_000 });
    expect((await summary(undefined, 'RECARGA')).owed).toEqual({ count: 0, total: 0 });
    const later = await summary('?from=2026-04-02&to=2026-04-02');
    expect(later.owed).toEqual({ count: 1, total: 30_000 });
  });

  it('are the same whether the days are folded or still read from the ledger', async () => {
    const fresh = [await summary(), await summary('?from=2026-03-01&to=2026-03-31', 'ADMIN')];
    await foldAll(place.opened.database, 'America/Bogota');
    expect([await summary(), await summary('?from=2026-03-01&to=2026-03-31', 'ADMIN')]).toEqual(fresh);
  });

  it('show a stall and a top-up point only their own rows', async () => {
    const stall = await summary('?from=2026-03-26&to=2026-03-27', 'ESTANTE');
    expect(stall).toMatchObject({
      stalls: [{ estanteId: place.market.ids['ESTANTE'], purchases: { count: 3, total: 35_000 } }],
      topUpPoints: [],
      totals: { topUps: { count: 0 } },
      outstanding: 0,
      points: 0,
    });
    const point = await summary('?from=2026-03-26&to=2026-03-27', 'RECARGA');
    expect(point).toMatchObject({
      stalls: [],
      topUpPoints: [{ topUps: { count: 2, total: 140_000 } }],
      totals: { purchases: { count: 0 }, topUps: { total: 140_000 } },
    });
    const other = await summary('?from=2026-03-26&to=2026-03-27', 'other GLOBAL_MARKET');
    expect(other).toMatchObject({ totals: { purchases: { total: 7_000 }, topUps: { total: 0 } } });
  });

  it('reject an invalid period', async () => {
    const path = `/shopping/history-2/mercado-global/${place.market.codes.own}`;
    for (const query of ['?from=2026-03-27&to=2026-03-26', '?from=2020-01-01&to=2026-01-01', '?from=ayer'])
      expect((await place.manage(path + query)).status).toBe(400);
  });

  it('list purchases and top-ups by page, period and name', async () => {
    const path = `/shopping/history/mercado-global/${place.market.codes.own}`;
    const seen = await place.namesByTwos('GLOBAL_MARKET', `${path}?q=marina`, 'codeCompra');
    expect([seen.length, new Set(seen).size]).toEqual([3, 3]);
    const some = async (query: string, asker: Asker = 'GLOBAL_MARKET'): Promise<number> =>
      ((await place.as(asker, `${path}?${query}`)).body['items'] as unknown[]).length;
    expect(await some('q=marina')).toBe(3);
    expect(await some('q=nadie')).toBe(0);
    expect(await some('from=2026-03-27T05:00:00Z')).toBe(1);
    expect(await some(`estanteId=${place.market.ids['other ESTANTE']}`)).toBe(0);
    expect(await some(`estanteId=${place.market.ids['other ESTANTE']}`, 'ESTANTE')).toBe(3);
    const topUps = await place.as('RECARGA', '/code-qr/list?limit=1');
    expect(topUps.body['items']).toMatchObject([{ monto: 40_000, saldo: 40_000, state: 'ACTIVE' }]);
    expect((await place.as('other RECARGA', '/code-qr/list')).body['items']).toEqual([]);
  });
});

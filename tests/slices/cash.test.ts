import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Clearing, DayClose } from '#src/contract/cash/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { readTills } from '#src/server/nouns/cash/reads.ts';
import type { Session } from '#src/server/store/database.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('cash', () => {
  const place = marketForSuite();

  const receive = (received: number, closes?: object, pieces?: object[]) =>
    place.manage('/cash/receive', {
      topUpPointId: place.market.ids['RECARGA'],
      received,
      ...(closes ? { closes } : {}),
      ...(pieces ? { pieces } : {}),
    });
  const pay = (monto: number, asker: Asker = 'GLOBAL_MARKET') =>
    place.as(asker, '/cash/payout', { estanteId: place.market.ids['ESTANTE'], monto });

  it('sums the tills of all points in one statement, each since its own last receipt', async () => {
    await place.topUp(4_000);
    await receive(4_000);
    await place.topUp(3_000);
    await place.topUp(2_000, 'other RECARGA');
    const counts = new Map<string, number>();
    const { database } = place.opened;
    const counting: Session = {
      query: (statement) => {
        counts.set(statement.name ?? '', (counts.get(statement.name ?? '') ?? 0) + 1);
        return database.query(statement);
      },
    };
    const own = place.market.ids['RECARGA'] ?? '';
    const other = place.market.ids['other RECARGA'] ?? '';
    const tills = await readTills(counting, [own, other]);
    const sums = Object.fromEntries(tills.map(({ topUpPointId, topUps }) => [topUpPointId, topUps]));
    expect(sums).toMatchObject({ [own]: { count: 1, total: 3_000 }, [other]: { total: 2_000 } });
    expect(Object.fromEntries(counts)).toEqual({ tills: 1 });
    await receive(3_000);
  });

  it("starts with the market's float, which is expected, shown, and returned with what is received", async () => {
    const topUpPointId = place.market.ids['RECARGA'];
    const give = (asker: Asker) =>
      place.as(asker, '/cash/float', { topUpPointId, monto: 50_000, note: 'Sueltos' });
    expect((await give('other GLOBAL_MARKET')).status).toBe(404);
    const given = { monto: 50_000, expected: 50_000, note: 'Sueltos' };
    expect((await give('GLOBAL_MARKET')).body).toMatchObject(given);
    await place.topUp(7_000);
    expect(await place.till()).toMatchObject({
      expected: 57_000,
      floats: { count: 1, total: 50_000 },
      topUps: { total: 7_000 },
    });
    const pieces = [
      { value: 50_000, count: 1 },
      { value: 2_000, count: 3 },
    ];
    const closed = await receive(57_000, { expected: 57_000 }, pieces);
    expect(closed.body).toMatchObject({ expected: 57_000, difference: 0, pieces });
    expect(await place.till()).toMatchObject({ expected: 0, floats: { count: 0, total: 0 } });
    expect(await place.audited('float-given')).toMatchObject([
      { before: { expected: 0 }, after: { monto: 50_000 } },
    ]);
  });

  it('pays a stall at most its balance', async () => {
    const voucher = await place.topUp(100_000);
    await place.bought(voucher, 40_000);
    const before = (await place.dues())?.owed ?? 0;
    const much = await pay(before + 1);
    expect(much.body).toMatchObject({
      code: 'MORE_THAN_OWED',
      message: `El pago es mayor que lo que se debe: $${before.toLocaleString('en')}.`,
    });
    expect((await pay(before - 1_000)).body['codePago']).toMatch(/^G-[0-9A-Z]{8}$/);
    const rest = await Promise.all(Array.from({ length: 5 }, () => pay(1_000)));
    expect(rest.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await place.dues('ESTANTE')).toMatchObject({ owed: 0, paid: before });
    const seen = (await place.as('ESTANTE', '/cash/payouts')).body['items'] as unknown[];
    expect(seen).toHaveLength(2);
    expect((await place.as('other ESTANTE', '/cash/payouts')).body['items']).toEqual([]);
    expect((await pay(1, 'other GLOBAL_MARKET')).body['code']).toBe('UNKNOWN_STALL');
  });

  it('settles between markets the amount that the creditor records, at most the debt', async () => {
    const voucher = await place.topUp(60_000);
    await place.bought(voucher, 25_000, 'other ESTANTE');
    const { own, other } = place.market.codes;
    const list = async (asker: Asker): Promise<Clearing[]> =>
      (await place.as(asker, '/cash/clearing')).body as unknown as Clearing[];
    for (const asker of ['GLOBAL_MARKET', 'other GLOBAL_MARKET', 'ADMIN'] as const)
      expect(await list(asker)).toMatchObject([{ debtorId: own, creditorId: other, owed: 25_000 }]);
    const settle = (asker: Asker, body: Record<string, unknown>, key?: string) =>
      place.as(asker, '/cash/clearing', body, key);
    const asked = toOpId(randomUUID());
    const byDebtor = () => settle('GLOBAL_MARKET', { debtorId: own, monto: 1 }, asked);
    expect((await byDebtor()).body['code']).toBe('UNKNOWN_MARKET');
    expect((await byDebtor()).headers['idempotent-replayed']).toBe('true');
    const unnamed = await settle('ADMIN', { debtorId: own, monto: 1 });
    expect(unnamed.body['code']).toBe('UNKNOWN_MARKET');
    const turned = await settle('GLOBAL_MARKET', { debtorId: other, monto: 1 });
    expect(turned.body['message']).toBe('El pago es mayor que lo que se debe: $0.');
    expect((await settle('other GLOBAL_MARKET', { debtorId: own, monto: 20_000 })).status).toBe(201);
    const two = await Promise.all(
      [1, 2].map(() => settle('other GLOBAL_MARKET', { debtorId: own, monto: 5_000 })),
    );
    expect(statuses(two)).toEqual([201, 409]);
    expect(await list('ADMIN')).toEqual([]);
  });

  it('closes a day that adds up, once, and shows each leg', async () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date());
    const read = (await place.manage('/cash/day')).body as unknown as DayClose;
    expect(read).toMatchObject({ day, sum: 0, addsUp: true, closedAt: null });
    const kinds = read.accounts.map(({ account }) => account);
    expect(kinds).toEqual(expect.arrayContaining(['cash', 'voucher', 'stall', 'treasury', 'clearing']));
    for (const account of read.accounts) {
      const moved = account.changes.reduce((sum, { total }) => sum + total, 0);
      expect(account.before + moved).toBe(account.after);
    }
    const close = () => place.manage('/cash/day', { day });
    const both = await Promise.all([close(), close()]);
    expect(statuses(both)).toEqual([201, 409]);
    expect((await place.manage(`/cash/day?day=${day}`)).body['closedBy']).toBe('Amparo Restrepo');
    const closed = (await place.manage(`/cash/day?day=${day}`)).body as unknown as DayClose;
    expect(closed).toMatchObject({ accounts: read.accounts, sum: 0, later: [] });
    await place.topUp(7_000);
    const after = (await place.manage(`/cash/day?day=${day}`)).body as unknown as DayClose;
    expect(after).toEqual({ ...closed, later: after.later });
    expect(after.later).toEqual(
      expect.arrayContaining([
        { account: 'cash', movement: 'top-up', count: 1, total: -7_000 },
        { account: 'voucher', movement: 'top-up', count: 1, total: 7_000 },
      ]),
    );
    expect(after.later).toHaveLength(2);
    const future = await place.manage('/cash/day', { day: '2099-12-31' });
    expect(future.body['code']).toBe('DAY_NOT_OVER');
  });
});

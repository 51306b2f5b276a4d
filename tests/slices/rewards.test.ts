import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('points and rewards', () => {
  const place = marketForSuite();

  const earn = async (points: number): Promise<string> => {
    const voucher = await place.topUp(points * 1_000);
    const code = await place.bought(voucher, points * 1_000);
    await place.passNight();
    return code;
  };
  const reward = async (pointsCost: number, monto?: number): Promise<string> => {
    const body = { name: 'Libra de café', description: 'Tostado', pointsCost, ...(monto ? { monto } : {}) };
    const made = await place.manage('/points/create', body);
    expect(made.status).toBe(201);
    return String(made.body['_id']);
  };
  const redeem = (pointsId: string, asker: Asker = 'RECARGA') =>
    place.as(asker, '/client/canjear', { clientId: place.market.customer.id, pointsId });
  const points = async (asker: Asker = 'GLOBAL_MARKET'): Promise<number> =>
    Number((await place.as(asker, `/client/${place.market.customer.id}`)).body['points']);

  it('redeems a reward for points', async () => {
    await earn(100);
    const before = await points();
    const { body } = await redeem(await reward(30));
    expect(body).toMatchObject({ puntosRestantes: before - 30, points: 30, name: 'Libra de café' });
    expect(body['codeCanje']).toMatch(/^K-[0-9A-Z]{8}$/);
    expect(body).not.toHaveProperty('recarga');
    expect(await points()).toBe(before - 30);
  });

  it('issues a voucher for a reward with an amount, which buys like any other', async () => {
    await earn(50);
    const answer = await redeem(await reward(40, 20_000));
    const recarga = answer.body['recarga'] as { uuid: string; urlCodeQr: string };
    expect(recarga).toMatchObject({ monto: 20_000, status: true, ownerName: 'luz marina' });
    expect(recarga.urlCodeQr).toContain(recarga.uuid);
    await place.bought(recarga.uuid, 15_000);
    expect(await place.balanceOf(recarga.uuid)).toBe(5_000);
  });

  it('never spends points twice, however many requests at once', async () => {
    await earn(10);
    const left = await points();
    const id = await reward(left);
    const all = await Promise.all(Array.from({ length: 8 }, () => redeem(id)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = all.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'NOT_ENOUGH_POINTS',
      message: 'Los puntos no alcanzan. Hay 0; los de hoy se pueden canjear desde mañana.',
    });
    expect(await points()).toBe(0);
  });

  it("keeps a market's points there, and hides another market's rewards", async () => {
    await earn(10);
    expect(await points('other GLOBAL_MARKET')).toBe(0);
    const offer = { name: 'Canasta', description: 'Verduras', pointsCost: 1 };
    const theirs = await place.as('other GLOBAL_MARKET', '/points/create', offer);
    const redeemed = await redeem(String(theirs.body['_id']), 'other RECARGA');
    expect(redeemed.body['code']).toBe('NOT_ENOUGH_POINTS');
    const id = await reward(1);
    expect((await redeem(id, 'other RECARGA')).body['code']).toBe('UNKNOWN_REWARD');
    expect((await place.as('other GLOBAL_MARKET', '/points/')).body).toMatchObject([{ name: 'Canasta' }]);
    const gone = await place.remove('other GLOBAL_MARKET', `/points/delete/${id}`);
    expect(gone.status).toBe(404);
  });

  it('does not redeem a removed reward', async () => {
    await earn(5);
    const id = await reward(1);
    expect((await place.remove('GLOBAL_MARKET', `/points/delete/${id}`)).status).toBe(200);
    expect((await redeem(id)).body['code']).toBe('UNKNOWN_REWARD');
    const list = (await place.as('RECARGA', '/points/')).body as unknown as { _id: string }[];
    expect(list.map(({ _id }) => _id)).not.toContain(id);
  });

  it('lets its market change a reward, and refuses a price that the customer did not see', async () => {
    await earn(90);
    const id = await reward(30);
    const edit = { id, name: 'Kilo de café', description: 'Molido', pointsCost: 40, active: true };
    expect((await place.as('other GLOBAL_MARKET', '/points/edit', edit)).status).toBe(404);
    const changed = await place.manage('/points/edit', edit);
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Kilo de café', pointsCost: 40 }]);
    const seen = { clientId: place.market.customer.id, pointsId: id, pointsCost: 30 };
    const before = await points();
    expect((await place.as('RECARGA', '/client/canjear', seen)).body['code']).toBe('REWARD_CHANGED');
    expect(await points()).toBe(before);
    const now = { ...seen, pointsCost: 40 };
    expect((await place.as('RECARGA', '/client/canjear', now)).status).toBe(201);
    expect(await place.audited('reward-created&limit=1')).toMatchObject([{ after: { pointsCost: 30 } }]);
    expect(await place.audited('reward-edited')).toMatchObject([
      {
        subject: { name: 'Kilo de café' },
        before: { name: 'Libra de café', pointsCost: 30, monto: null, active: true },
        after: { name: 'Kilo de café', pointsCost: 40, active: true },
      },
    ]);
  });

  it('hides and refuses a paused reward until it resumes', async () => {
    await earn(10);
    const id = await reward(2);
    const pause = (active: boolean) =>
      place.manage('/points/edit', {
        id,
        name: 'Libra de café',
        description: 'Tostado',
        pointsCost: 2,
        active,
      });
    const seenBy = async (asker: Asker): Promise<boolean | undefined> => {
      const list = (await place.as(asker, '/points/')).body as unknown as {
        _id: string;
        active: boolean;
      }[];
      return list.find(({ _id }) => _id === id)?.active;
    };
    await pause(false);
    expect([await seenBy('GLOBAL_MARKET'), await seenBy('RECARGA')]).toEqual([false, undefined]);
    expect((await redeem(id)).body['code']).toBe('UNKNOWN_REWARD');
    await pause(true);
    expect([await seenBy('RECARGA'), (await redeem(id)).status]).toEqual([true, 201]);
  });

  it('shows a customer’s points line by line, and to the holder of the link', async () => {
    const { customer } = place.market;
    await place.passNight();
    const page = await place.as('RECARGA', `/points-historial/${customer.id}?limit=100`);
    const items = page.body['items'] as { points: number; kind: string; reason: string }[];
    expect(items.reduce((sum, row) => sum + row.points, 0)).toBe(await points());
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['purchase', 'redemption']));
    expect(items.every(({ reason }) => reason !== '')).toBe(true);
    const all = await place.manage('/points-historial/all?q=marina&limit=2');
    expect([(all.body['items'] as unknown[]).length, typeof all.body['nextCursor']]).toEqual([2, 'string']);
    const voucher = await place.topUp(1_000);
    const seen = (await place.as('nobody', `/code-qr/points/${voucher}`)).body as unknown;
    expect(seen).toMatchObject([{ globalMarketId: place.market.codes.own, points: await points() }]);
  });
});

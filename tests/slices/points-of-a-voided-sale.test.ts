import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerDetail, CustomerPage } from '#src/contract/customers/schemas.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import type { HolderPoints } from '#src/contract/vouchers/schemas.ts';
import { openAreas, type Areas } from '#tests/support/market/open-areas.ts';
import { signInAll } from '#tests/support/market/two-markets.ts';

/**
 * Finding A3: points of a sale bought a reward with an amount, the stall voided the sale, and the reward
 * stayed.
 */
describe('points of a sale', () => {
  let areas: Areas;
  let clock = new Date('2026-03-28T15:00:00Z');
  let rewardId: string;
  let customers = 0;
  beforeAll(async () => {
    areas = await openAreas({ now: () => clock, environment: { ACCESS_TOKEN_MINUTES: '1440' } });
    const reward = { name: 'Recarga de regalo', description: 'Un papel', pointsCost: 25, monto: 5_000 };
    rewardId = String((await areas.as('GLOBAL_MARKET', 'POST', '/points/create', reward)).body['_id']);
  });
  afterAll(() => areas.close());

  const at = async (instant: string): Promise<void> => {
    clock = new Date(instant);
    areas.market.tokens = await signInAll(areas.app);
  };
  const register = async (): Promise<string> => {
    customers += 1;
    const body = { ownerName: `Cliente ${customers}`, identificacion: String(52_000_000 + customers) };
    return String((await areas.as('RECARGA', 'POST', '/client/create', body)).body['_id']);
  };
  const topUp = async (clientId: string, monto: number): Promise<string> => {
    const uuid = randomUUID();
    const body = { monto, uuid, clientId };
    expect((await areas.as('RECARGA', 'POST', '/code-qr/create-recharger', body)).status).toBe(201);
    return uuid;
  };
  const buy = async (userId: string, codeQrUuid: string, price: number): Promise<string> => {
    const body = { userId, estanteId: areas.market.ids['ESTANTE'], codeQrUuid, price };
    const answer = await areas.as('ESTANTE', 'POST', '/shopping/create', body);
    expect(answer.status).toBe(201);
    return String(answer.body['codeCompra']);
  };
  const redeem = (clientId: string, asker: 'RECARGA' | 'GLOBAL_MARKET' = 'RECARGA') =>
    areas.as(asker, 'POST', '/client/canjear', { clientId, pointsId: rewardId });
  const voidIt = (asker: 'ESTANTE' | 'GLOBAL_MARKET', codeCompra: string, monto?: number) =>
    areas.as(asker, 'POST', '/shopping/void', {
      codeCompra,
      reason: 'Error',
      ...(monto === undefined ? {} : { monto }),
    });
  const pointsOf = async (id: string): Promise<[number, number | undefined]> => {
    const { body } = await areas.as('RECARGA', 'GET', `/client/${id}`);
    const { points, pointsToConfirm } = body as unknown as CustomerDetail;
    return [points, pointsToConfirm];
  };

  it('cannot be redeemed on the day of the sale, at the till or by the market, and show when they can', async () => {
    await at('2026-03-28T15:00:00Z');
    const customer = await register();
    const voucher = await topUp(customer, 25_000);
    const code = await buy(customer, voucher, 25_000);
    for (const asker of ['RECARGA', 'GLOBAL_MARKET'] as const) {
      const refused = await redeem(customer, asker);
      expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
        409,
        'POINTS_TO_CONFIRM',
        'Los puntos de hoy se pueden canjear desde mañana. Hoy se pueden canjear 0.',
      ]);
    }
    // The rest of the loop: nothing was gained.
    expect((await voidIt('ESTANTE', code)).status).toBe(201);
    expect(await pointsOf(customer)).toEqual([0, 0]);
    expect((await redeem(customer)).body['code']).toBe('NOT_ENOUGH_POINTS');
  });

  it("can be redeemed from the market's midnight, not Greenwich's", async () => {
    await at('2026-03-28T23:00:00Z');
    const customer = await register();
    await buy(customer, await topUp(customer, 25_000), 25_000);
    await at('2026-03-29T04:59:59Z');
    expect((await redeem(customer)).body['code']).toBe('POINTS_TO_CONFIRM');
    await at('2026-03-29T05:00:00Z');
    expect((await redeem(customer)).body).toMatchObject({ puntosRestantes: 0, recarga: { monto: 5_000 } });
  });

  it('are shown as unconfirmed until then, to staff and to the holder', async () => {
    await at('2026-04-01T15:00:00Z');
    const customer = await register();
    const voucher = await topUp(customer, 90_000);
    await buy(customer, voucher, 30_000);
    await at('2026-04-02T15:00:00Z');
    const code = await buy(customer, voucher, 40_000);
    expect(await pointsOf(customer)).toEqual([70, 40]);
    expect((await voidIt('ESTANTE', code, 15_000)).status).toBe(201);
    expect(await pointsOf(customer)).toEqual([55, 25]);
    const page = (await areas.as('GLOBAL_MARKET', 'GET', '/client/list?sort=recent'))
      .body as unknown as CustomerPage;
    expect(page.items.find(({ _id }) => _id === customer)).toMatchObject({ points: 55, pointsToConfirm: 25 });
    const held = (await areas.as('nobody', 'GET', `/code-qr/points/${voucher}`))
      .body as unknown as HolderPoints;
    expect(held).toMatchObject([{ points: 55, pointsToConfirm: 25 }]);
    expect((await redeem(customer)).body).toMatchObject({ puntosRestantes: 30 });
    expect(await pointsOf(customer)).toEqual([30, 25]);
    expect((await redeem(customer)).body['message']).toBe(
      'Los puntos de hoy se pueden canjear desde mañana. Hoy se pueden canjear 5.',
    );
  });

  it("that are spent block the stall's void, even at midnight; the market may void, and sees the debtors", async () => {
    await at('2026-04-10T04:59:00Z');
    const customer = await register();
    const code = await buy(customer, await topUp(customer, 25_000), 25_000);
    await at('2026-04-10T05:00:01Z');
    expect((await redeem(customer)).status).toBe(201);
    expect((await voidIt('ESTANTE', code)).body['code']).toBe('VOID_TOO_LATE');
    // A void requested a moment before, which waited for the redemption.
    await at('2026-04-10T04:59:59Z');
    const refused = await voidIt('ESTANTE', code);
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
      409,
      'POINTS_SPENT',
      'El cliente ya gastó los puntos de esta venta. Pida al mercado que la anule.',
    ]);
    expect((await voidIt('ESTANTE', code, 400)).body['code']).toBe('POINTS_SPENT');
    const owing = async () =>
      ((await areas.as('GLOBAL_MARKET', 'GET', '/today/market')).body as unknown as MarketToday).pointsOwed;
    expect(await owing()).toEqual({ count: 0, names: [] });
    expect((await voidIt('GLOBAL_MARKET', code)).status).toBe(201);
    expect(await pointsOf(customer)).toEqual([-25, 0]);
    expect(await owing()).toEqual({ count: 1, names: [`Cliente ${customers}`], first: customer });
    const other = (await areas.as('other GLOBAL_MARKET', 'GET', '/today/market'))
      .body as unknown as MarketToday;
    expect(other.pointsOwed).toEqual({ count: 0, names: [] });
  });

  it("of a customer in debt do not block the stall's void, because none of them was spent", async () => {
    const customer = await register();
    const voucher = await topUp(customer, 80_000);
    await at('2026-04-12T15:00:00Z');
    const old = await buy(customer, voucher, 25_000);
    await at('2026-04-13T15:00:00Z');
    expect((await redeem(customer)).status).toBe(201);
    expect((await voidIt('GLOBAL_MARKET', old)).status).toBe(201);
    await at('2026-04-13T16:00:00Z');
    const today = await buy(customer, voucher, 10_000);
    expect(await pointsOf(customer)).toEqual([-15, 10]);
    expect((await voidIt('ESTANTE', today)).status).toBe(201);
    expect(await pointsOf(customer)).toEqual([-25, 0]);
  });
});

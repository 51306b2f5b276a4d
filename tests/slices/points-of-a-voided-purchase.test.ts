import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerDetail, CustomerPage } from '#src/contract/customers/schemas.ts';
import type { HolderPoints } from '#src/contract/vouchers/schemas.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import { signInAll } from '#tests/support/market/two-markets.ts';

/**
 * Finding A3: points of a sale bought a reward with an amount, the stall voided the sale, and the reward
 * stayed.
 */
describe('points of a sale', () => {
  let clock = new Date('2026-03-28T15:00:00Z');
  let rewardId: string;
  const place = marketForSuite({ now: () => clock });
  beforeAll(async () => {
    const reward = { name: 'Recarga de regalo', description: 'Un papel', pointsCost: 25, monto: 5_000 };
    rewardId = String((await place.manage('/points/create', reward)).body['_id']);
  });

  const at = async (instant: string): Promise<void> => {
    clock = new Date(instant);
    place.market.tokens = await signInAll(place.app);
  };
  const { register } = customersOf(place);
  const topUp = (clientId: string, monto: number) => place.topUp(monto, 'RECARGA', clientId);
  const buy = async (userId: string, codeQrUuid: string, price: number): Promise<string> => {
    const body = { userId, estanteId: place.market.ids['ESTANTE'], codeQrUuid, price };
    const answer = await place.as('ESTANTE', '/shopping/create', body);
    expect(answer.status).toBe(201);
    return String(answer.body['codeCompra']);
  };
  const redeem = (clientId: string) =>
    place.as('RECARGA', '/client/canjear', { clientId, pointsId: rewardId });
  const voidIt = (asker: 'ESTANTE' | 'GLOBAL_MARKET', codeCompra: string) =>
    place.as(asker, '/shopping/void', { codeCompra, reason: 'Error' });
  const pointsOf = async (id: string): Promise<number> => {
    const { body } = await place.as('RECARGA', `/client/${id}`);
    return (body as unknown as CustomerDetail).points;
  };

  it("can be redeemed from the market's midnight, not Greenwich's", async () => {
    await at('2026-03-28T23:00:00Z');
    const customer = await register();
    await buy(customer, await topUp(customer, 25_000), 25_000);
    await at('2026-03-29T04:59:59Z');
    expect((await redeem(customer)).body['code']).toBe('NOT_ENOUGH_POINTS');
    await at('2026-03-29T05:00:00Z');
    expect((await redeem(customer)).body).toMatchObject({ puntosRestantes: 0, recarga: { monto: 5_000 } });
  });

  it('are in no figure until then, for staff and for the holder', async () => {
    await at('2026-04-01T15:00:00Z');
    const customer = await register();
    const voucher = await topUp(customer, 90_000);
    await buy(customer, voucher, 30_000);
    await at('2026-04-02T15:00:00Z');
    await buy(customer, voucher, 25_000);
    const code = await buy(customer, voucher, 15_000);
    expect(await pointsOf(customer)).toBe(30);
    expect((await voidIt('ESTANTE', code)).status).toBe(201);
    expect(await pointsOf(customer)).toBe(30);
    const page = (await place.manage('/client/list?sort=recent')).body as unknown as CustomerPage;
    expect(page.items.find(({ _id }) => _id === customer)).toMatchObject({ points: 30 });
    const held = (await place.as('nobody', `/code-qr/points/${voucher}`)).body as unknown as HolderPoints;
    expect(held).toMatchObject([{ points: 30 }]);
    expect((await redeem(customer)).body).toMatchObject({ puntosRestantes: 5 });
    expect(await pointsOf(customer)).toBe(5);
    expect((await redeem(customer)).body['message']).toBe(
      'Los puntos no alcanzan. Hay 5; los de hoy se pueden canjear desde mañana.',
    );
    await at('2026-04-03T05:00:00Z');
    expect(await pointsOf(customer)).toBe(30);
  });

  it("that are spent block the stall's void, even at midnight; the market may void, and the customer shows the debt", async () => {
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
    expect((await voidIt('ESTANTE', code)).body['code']).toBe('POINTS_SPENT');
    expect((await voidIt('GLOBAL_MARKET', code)).status).toBe(201);
    expect(await pointsOf(customer)).toBe(-25);
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
    expect(await pointsOf(customer)).toBe(-25);
    expect((await voidIt('ESTANTE', today)).status).toBe(201);
    expect(await pointsOf(customer)).toBe(-25);
  });
});

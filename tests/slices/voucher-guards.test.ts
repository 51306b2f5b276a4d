import { beforeEach, describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

const hour = 3_600_000;
/** A minute before midnight in Bogotá: the next day is the voucher's last. */
const issuedAt = Date.parse('2026-03-29T04:59:00Z');
const ends = issuedAt + 24 * 3_600_000 + 60_000;

/** Rules at a voucher's edges: its last moment, another market's points. */
describe('a voucher at its edges', () => {
  // Sessions last a day like the vouchers, so they start a little later.
  let now = issuedAt + hour;
  const place = marketForSuite({ now: () => new Date(now), voucherDays: 1 });
  beforeEach(() => {
    now = issuedAt;
  });

  it('keeps its owner from being deleted while it has a balance, blocked or expired', async () => {
    const id = await customersOf(place).register();
    const uuid = await place.topUp(700, 'RECARGA', id);
    const remove = async () => (await place.remove('GLOBAL_MARKET', `/client/delete/${id}`)).body['code'];
    await place.as('RECARGA', '/code-qr/block', { id: await place.idOf(uuid), reason: 'Perdido' });
    expect(await remove()).toBe('CUSTOMER_HAS_BALANCE');
    now = ends;
    expect(await remove()).toBe('CUSTOMER_HAS_BALANCE');
  });

  it('turns no points of one market into rewards of another', async () => {
    const pointsIn = async (asker: Asker): Promise<number> =>
      Number((await place.as(asker, `/client/${place.market.customer.id}`)).body['points']);
    await place.bought(await place.topUp(20_000), 20_000);
    await place.bought(await place.topUp(3_000), 3_000, 'other ESTANTE');
    await place.passNight();
    expect([(await pointsIn('GLOBAL_MARKET')) >= 20, await pointsIn('other GLOBAL_MARKET')]).toEqual([
      true,
      3,
    ]);
    const offer = { name: 'Canasta', description: 'Verduras', pointsCost: 4 };
    const made = await place.as('other GLOBAL_MARKET', '/points/create', offer);
    const body = { clientId: place.market.customer.id, pointsId: String(made.body['_id']) };
    const refused = await place.as('other RECARGA', '/client/canjear', body);
    expect([refused.body['code'], refused.body['message']]).toEqual([
      'NOT_ENOUGH_POINTS',
      'Los puntos no alcanzan. Hay 3; los de hoy se pueden canjear desde mañana.',
    ]);
    await place.bought(await place.topUp(1_000), 1_000, 'other ESTANTE');
    await place.passNight();
    expect((await place.as('other RECARGA', '/client/canjear', body)).body).toMatchObject({
      puntosRestantes: 0,
    });
    expect(await pointsIn('other GLOBAL_MARKET')).toBe(0);
  });
});

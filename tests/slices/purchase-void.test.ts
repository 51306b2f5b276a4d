import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import type { Answer } from '#tests/support/server/test-app.ts';

/** Half past eleven at night in Bogotá. */
const evening = new Date('2026-03-29T04:30:00Z');

describe('a void of a purchase', () => {
  let clock = evening;
  const place = marketForSuite({ now: () => clock });
  beforeEach(() => {
    clock = evening;
  });

  const voidIt = (asker: Asker, codeCompra: string) =>
    place.as(asker, '/shopping/void', { codeCompra, reason: 'Producto equivocado' });
  /** Every point of the customer, those of the day included. */
  const pointsOf = async (): Promise<number> => {
    const path = `/points-historial/${place.market.customer.id}?limit=100`;
    const { items } = (await place.manage(path)).body as { items: { points: number }[] };
    return items.reduce((sum, { points }) => sum + points, 0);
  };

  it('returns balance and points, and shows it to the stall, the market and the holder', async () => {
    const voucher = await place.topUp(50_000);
    const before = await pointsOf();
    const code = await place.bought(voucher, 12_500);
    expect(await pointsOf()).toBe(before + 12);
    const answer = await voidIt('ESTANTE', code);
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { codeCompra: code, nuevoSaldo: 50_000, price: 12_500, points: 12, userName: 'luz marina' },
    ]);
    expect([await place.balanceOf(voucher), await pointsOf()]).toEqual([50_000, before]);
    const path = `/shopping/history/mercado-global/${place.market.codes.own}?q=${code}`;
    for (const asker of ['ESTANTE', 'GLOBAL_MARKET'] as const)
      expect((await place.as(asker, path)).body['items']).toMatchObject([
        { codeCompra: code, byHolder: true, voided: { reason: 'Producto equivocado' } },
      ]);
    const holder = await place.as('nobody', `/client/history?codeQrUuid=${voucher}`);
    expect(holder.body['items']).toMatchObject([{ codeCompra: code, voided: {} }]);
  });

  /** A purchase of 30,000 with a voucher of 50,000, whose rest is moved or given back before the void. */
  const soldThen = async (move: (voucher: string, fresh: string) => Promise<Answer>) => {
    const [voucher, fresh] = [await place.topUp(50_000), randomUUID()];
    const code = await place.bought(voucher, 30_000);
    expect(await move(voucher, fresh)).toMatchObject({ status: 201 });
    return { voucher, fresh, code };
  };
  const reissue = async (voucher: string, newUuid: string) =>
    place.manage('/code-qr/reissue', {
      id: await place.idOf(voucher),
      newUuid,
      identificacion: place.market.customer.identificacion,
    });
  const reissueTwice = async (voucher: string, newUuid: string) => {
    const between = randomUUID();
    await reissue(voucher, between);
    return reissue(between, newUuid);
  };
  const join = async (voucher: string, newUuid: string) =>
    place.as('RECARGA', '/code-qr/join', {
      papers: [voucher, await place.topUp(1_000)],
      newUuid,
      identificacion: place.market.customer.identificacion,
    });

  const refundRest = async (voucher: string) =>
    place.manage('/cash/refund', {
      vouchers: [{ id: await place.idOf(voucher), monto: 20_000 }],
      reason: 'ERROR',
    });

  it.each([
    ['reissued', reissue, 50_000, 'VOUCHER_BLOCKED'],
    ['twice reissued', reissueTwice, 50_000, 'VOUCHER_BLOCKED'],
    ['joined', join, 51_000, 'VOUCHER_JOINED'],
  ])(
    'credits the voucher that replaced a %s one, and shows no balance of it',
    async (_what, move, whole, code409) => {
      const { voucher, fresh, code } = await soldThen(move);
      const again = await place.as('ESTANTE', '/shopping/void', {
        codeCompra: code,
        reason: 'x',
        again: true,
      });
      expect(again.body['code'], 'it cannot be charged again, so it stays').toBe(code409);
      expect((await voidIt('ESTANTE', code)).body).toMatchObject({ credit: 'successor', nuevoSaldo: 0 });
      expect([await place.balanceOf(voucher), await place.balanceOf(fresh)]).toEqual([0, whole]);
      await place.bought(fresh, whole);
    },
  );

  it('is a line of the market for a voucher that was refunded, until its owner has the money', async () => {
    await place.set({ refundsOn: true });
    const { voucher, code } = await soldThen(refundRest);
    const line = async () => (await place.manage('/today/market')).body['closedVouchers'];
    expect(await line()).toMatchObject({ count: 0 });
    expect((await voidIt('ESTANTE', code)).body).toMatchObject({ credit: 'held', nuevoSaldo: 30_000 });
    expect(await line()).toMatchObject({ count: 1, total: 30_000, first: { name: 'luz marina' } });
    expect((await reissue(voucher, randomUUID())).status).toBe(201);
    expect(await line()).toMatchObject({ count: 0, first: null });
  });

  it.each([
    ['taken', '/code-qr/expire', 50_000, 'EXPIRED'],
    ['refunded', '/cash/refund', 50_000, 'EXPIRED'],
    ['refunded like its rest before', '/cash/refund', 30_000, 'REFUNDED'],
  ])(
    'leaves the money of a voucher that has expired to its market, on the same line: %s',
    async (_how, path, total, state) => {
      const { voucher, code } = await soldThen(async (uuid) => {
        if (state === 'REFUNDED') await refundRest(uuid);
        await place.rowsOf('update voucher set expires_at = $2 where id = $1', uuid, clock);
        return { status: 201, body: {}, headers: {} };
      });
      expect((await voidIt('ESTANTE', code)).body).toMatchObject({ credit: 'held', nuevoSaldo: total });
      const { body } = await place.manage('/today/market');
      expect(body['closedVouchers']).toMatchObject({
        count: 1,
        total,
        first: { name: 'luz marina' },
      });
      expect((await reissue(voucher, randomUUID())).body['code']).toBe('VOUCHER_EXPIRED');
      const id = await place.idOf(voucher);
      const { body: list } = await place.manage('/cash/refundable');
      expect(list['items']).toContainEqual(expect.objectContaining({ _id: id, monto: total, state }));
      if (state === 'REFUNDED')
        expect((await place.manage('/code-qr/expire', { id })).body['code']).toBe('VOUCHER_REFUNDED');
      const asked = path === '/cash/refund' ? { vouchers: [{ id, monto: total }], reason: 'ERROR' } : { id };
      expect((await place.manage(path, asked)).status).toBe(201);
      const after = await place.manage('/today/market');
      expect([after.body['closedVouchers'], await place.balanceOf(voucher)]).toMatchObject([{ count: 0 }, 0]);
    },
  );

  it('succeeds for only one of two simultaneous ones', async () => {
    const code = await place.bought(await place.topUp(10_000), 4_000);
    const both = await Promise.all([voidIt('ESTANTE', code), voidIt('GLOBAL_MARKET', code)]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(both.map(({ body }) => body['code'])).toContain('ALREADY_VOIDED');
  });

  it('is limited for a stall to its balance; paid-out sales are voided only by its market', async () => {
    const owed = async (): Promise<number> => {
      const { body } = await place.as('other GLOBAL_MARKET', '/cash/stalls');
      const rows = body as unknown as { estanteId: string; owed: number }[];
      return rows.find((row) => row.estanteId === place.market.ids['other ESTANTE'])?.owed ?? 0;
    };
    const pay = async (monto: number) =>
      place.as('other GLOBAL_MARKET', '/cash/payout', {
        estanteId: place.market.ids['other ESTANTE'],
        monto,
      });
    const voucher = await place.topUp(20_000);
    const before = await owed();
    if (before > 0) expect((await pay(before)).status).toBe(201);
    const paid = await place.bought(voucher, 5_000, 'other ESTANTE');
    expect((await pay(5_000)).status).toBe(201);
    const refused = await voidIt('other ESTANTE', paid);
    expect([refused.status, refused.body['code']]).toEqual([409, 'ALREADY_PAID_OUT']);
    expect([await owed(), await place.balanceOf(voucher)]).toEqual([0, 15_000]);
    const fresh = await place.bought(voucher, 2_000, 'other ESTANTE');
    expect((await voidIt('other ESTANTE', fresh)).status).toBe(201);
    expect((await voidIt('other GLOBAL_MARKET', paid)).status).toBe(201);
    expect([await owed(), await place.balanceOf(voucher)]).toEqual([-5_000, 20_000]);
    await place.bought(voucher, 5_000, 'other ESTANTE');
  });

  it('never gives both cash and balance beside a simultaneous payout', async () => {
    const voucher = await place.topUp(9_000);
    const code = await place.bought(voucher, 3_000);
    const estanteId = place.market.ids['ESTANTE'];
    const { owed: monto } = await place.dues();
    const both = await Promise.all([
      voidIt('ESTANTE', code),
      place.manage('/cash/payout', { estanteId, monto }),
    ]);
    expect(statuses(both)).toEqual([201, 409]);
  });

  it('returns the balance to a voucher that was blocked meanwhile', async () => {
    const voucher = await place.topUp(10_000);
    const code = await place.bought(voucher, 6_000);
    await place.as('RECARGA', '/code-qr/block', {
      id: await place.idOf(voucher),
      reason: 'Perdido',
    });
    expect((await voidIt('ESTANTE', code)).body['nuevoSaldo']).toBe(10_000);
    const found = await place.as('ESTANTE', `/code-qr/search/${voucher}`);
    expect(found.body).toMatchObject({ monto: 10_000, state: 'BLOCKED' });
  });
});

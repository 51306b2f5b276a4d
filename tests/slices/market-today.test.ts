import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { ConflictPage } from '#src/contract/conflicts/schemas.ts';
import type { MarketToday, Today } from '#src/contract/markets/today.ts';
import { toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';

const day = '2026-03-28';

describe("a market's home", () => {
  let clock = new Date('2026-03-21T04:59:00Z');
  let overspent: IssuedVoucher;
  const place = marketForSuite({ now: () => clock });
  beforeAll(async () => {
    const voucher = await place.issue(100_000);
    await place.buy(voucher, 1_000);
    await at('2026-03-21T05:00:00Z');
    await place.buy(voucher, 2_000);
    await at('2026-03-22T04:59:59Z');
    await place.buy(voucher, 3_000);
    await at('2026-03-22T05:00:00Z');
    const { body: older } = await place.buy(voucher, 4_000);
    await at('2026-03-28T15:00:00Z');
    const { body } = await place.buy(voucher, 5_000);
    await place.buy(voucher, 6_000);
    await place.manage('/shopping/void', { codeCompra: body['codeCompra'], reason: 'Error' });
    // A void belongs to its own day, whichever day its sale is of.
    await place.manage('/shopping/void', { codeCompra: older['codeCompra'], reason: 'Error' });
    overspent = await place.issue(20_000);
    // Its list is from before the next purchase: its offline sale is honest, and not covered.
    const stall = await tablet();
    await place.buy(overspent, 19_000);
    await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...overspent, price: 8_000 }, {})]);
    await place.manage('/cash/payout', { estanteId: place.market.ids['ESTANTE'], monto: 500 });
  });

  /** Signs in anew, because a token lasts a day. */
  async function at(instant: string): Promise<void> {
    clock = new Date(instant);
    place.market.tokens = await signInAll(place.app);
  }
  /** Reports its time like the server. */
  async function tablet(): Promise<SignedDevice> {
    const device = await place.stallDevice();
    device.now = () => clock;
    return device;
  }
  const read = async <Body>(path: string, asker: Asker = 'GLOBAL_MARKET'): Promise<Body> => {
    const answer = await place.as(asker, path);
    expect(answer.status).toBe(200);
    return answer.body as Body;
  };
  const today = (asker: Asker = 'GLOBAL_MARKET') => read<MarketToday>('/today/market', asker);
  const waits = (id: string | undefined) =>
    place.rowsOf(`update person set status = 'PENDIENTE' where id = $1`, id);

  it("shows the whole day's sales of the same weekday a week ago, from the market's midnight", async () => {
    expect((await today()).lastWeek).toBe(5_000);
  });

  it('agrees with reports, cash and the conflicts page', async () => {
    const seen = await today();
    const report = await place.report(`?from=${day}&to=${day}`);
    const { purchases: made, voids } = report.totals;
    expect(seen.purchases).toEqual({ count: made.count - voids.count, total: made.total - voids.total });
    expect(seen.purchases).toEqual({ count: 2, total: 29_000 });
    expect((await read<Today>('/today', 'ESTANTE')).purchases).toEqual(seen.purchases);
    expect(seen.topUps).toEqual(report.totals.topUps);
    expect(seen.outstanding).toEqual({ count: 1, total: report.outstanding });
    const owed = (await read<StallBalance[]>('/cash/stalls')).map((stall) => stall.owed);
    expect(seen.owed).toEqual({ count: 1, total: owed.reduce((sum, one) => sum + one, 0) });
    const best = report.stalls.map(({ estanteId, estanteName, purchases, voids: taken }) => ({
      estanteId,
      estanteName,
      total: purchases.total - taken.total,
    }));
    expect(seen.best).toEqual(best);
    const conflicts = await read<ConflictPage>('/sync/conflicts');
    expect(seen.overspends).toEqual({
      count: conflicts.counts.overspend,
      total: 7_000,
      code: expect.anything(),
    });
    expect(seen.overspends.code).toBe(shortCodeOf(overspent.codeQrUuid));
    expect(seen.reviews).toEqual({ count: conflicts.counts.review, total: 0 });
  });

  it('shows nothing of it to the other market', async () => {
    expect(await today('other GLOBAL_MARKET')).toMatchObject({
      purchases: { count: 0, total: 0 },
      lastWeek: 0,
      outstanding: { count: 0, total: 0 },
      owed: { count: 0, total: 0 },
      overspends: { count: 0, total: 0, code: '' },
      devices: { count: 0, first: null },
      best: [],
    });
  });

  it('counts a sale that waits for its top-up after a day', async () => {
    const stall = await tablet();
    const lost = {
      userId: place.market.customer.id,
      codeQrUuid: toVoucherId(randomUUID()),
      proof: overspent.proof,
    };
    const [result] = (
      await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...lost, price: 900 }, {})])
    ).results;
    expect(result?.state).toBe('in-review');
    const { counts } = await read<ConflictPage>('/sync/conflicts');
    const { reviews } = await today();
    expect(counts.waiting + counts.review).toBe(1);
    expect(reviews).toEqual(counts.review === 1 ? { count: 1, total: 900 } : { count: 0, total: 0 });
    await place.rowsOf(`update conflict_line set state = 'waiting' where price = 900`);
    expect((await today()).reviews).toEqual({ count: 0, total: 0 });
    await at('2026-03-29T15:00:01Z');
    expect((await today()).reviews).toEqual({ count: 1, total: 900 });
    await at('2026-03-28T15:00:00Z');
  });

  it('names waiting accounts, stalls and top-up points separately', async () => {
    expect(await today()).toMatchObject({
      stalls: 1,
      topUpPoints: 1,
      approvals: {
        stalls: { count: 0, names: [] },
        topUpPoints: { count: 0, names: [] },
        devices: { count: 0, names: [] },
      },
    });
    await waits(place.market.ids['ESTANTE']);
    await waits(place.market.ids['RECARGA']);
    expect(await today()).toMatchObject({
      stalls: 0,
      topUpPoints: 0,
      approvals: {
        stalls: { count: 1, names: ['Rosalba'] },
        topUpPoints: { count: 1, names: ['Jairo Martínez'] },
      },
    });
    await place.rowsOf(`update person set status = 'APROBADO'`);
  });

  it('names the device that owes most, from the devices of the day close', async () => {
    const stall = await tablet();
    await stall.sync([]);
    await place.rowsOf(
      `update device set reported_seq = ack_seq + 3, open_count = 2 where id = $1`,
      stall.id,
    );
    const { devices } = await today();
    const close = await read<DayClose>('/cash/day');
    expect(devices.count).toBe(close.devices.length);
    // The server lacks three numbers, which the device reports as two sales.
    expect(devices.first).toMatchObject({ operations: 2 });
    expect(close.devices.map(({ name }) => name)).toContain(devices.first?.name);
  });

  it("has a sale of the day's last second in that day's close", async () => {
    const { accounts } = await read<DayClose>('/cash/day?day=2026-03-21');
    const stall = accounts.find(({ account }) => account === 'stall');
    expect(stall?.changes).toMatchObject([{ movement: 'purchase', count: 2, total: 5_000 }]);
  });

  it('reminds of the open day from two in the afternoon until it is closed', async () => {
    const open: boolean[] = [(await today()).dayToClose];
    await at('2026-03-28T19:00:00Z');
    open.push((await today()).dayToClose);
    expect((await place.manage('/cash/day', { day })).status).toBe(201);
    open.push((await today()).dayToClose);
    expect(open).toEqual([false, true, false]);
  });

  it('lists approved stalls and points in cash, and others only while they have money', async () => {
    const { globalMarketId } = await read<{ globalMarketId: string }>('/today');
    const account = { ownerName: 'Yolanda', phone: '3105550101', password: 'una-clave-1', globalMarketId };
    const [stall, point] = ['flores@plaza.co', 'caja2@plaza.co'].map((email) => ({ ...account, email }));
    const made = [
      await place.as('nobody', '/estantes/create-estantes', { ...stall, estanteName: 'Flores' }),
      await place.as('nobody', '/auth/create-recharger', { ...point }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(await read<StallBalance[]>('/cash/stalls')).toHaveLength(1);
    expect(await read<unknown[]>('/cash/tills')).toHaveLength(1);
    await waits(place.market.ids['ESTANTE']);
    expect(await read<StallBalance[]>('/cash/stalls')).toHaveLength(1);
  });
});

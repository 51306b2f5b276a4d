import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import { restorableMarketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';

/**
 * Purchases that a device proves after a restore: their shortfall is bounded, and their money waits for the
 * device (B6, A4).
 */
describe('sales recovered by their seals', () => {
  const { place, database } = restorableMarketForSuite();
  let tablet: RememberingDevice;

  const sell = async (voucher: IssuedVoucher, price: number) => {
    const entry = tablet.device.writeSale(voucher, price);
    const { results } = await tablet.send([entry]);
    const [{ seal, state } = { seal: undefined, state: undefined }] = results;
    expect(state).toBe('accepted');
    return { ...entry, sealed: { state: 'accepted', seal } } as SyncEntry;
  };
  const pay = async (monto: number, includeWithheld = false) => {
    const estanteId = place.market.ids['ESTANTE'];
    return place.manage('/cash/payout', { estanteId, monto, includeWithheld });
  };
  const issueMany = (count: number, monto: number): Promise<IssuedVoucher[]> =>
    Promise.all(Array.from({ length: count }, () => place.issue(monto)));

  beforeAll(async () => {
    tablet = new RememberingDevice(await place.stallDevice());
  });

  /** The device has sold this, and 10,000 on another voucher, and has sent one of the two again. */
  const sendOneOfTwo = async (price: number) => {
    const [voucher, other] = [await place.issue(100_000), await place.issue(100_000)];
    await database.copy();
    const proven = await sell(voucher, price);
    await sell(other, 10_000);
    await database.putBack();
    await tablet.send([]);
    return (await tablet.device.sync([proven])).results;
  };

  it('B6: hold the money until the device has sent everything it wrote', async () => {
    expect(await sendOneOfTwo(80_000)).toMatchObject([{ state: 'accepted' }]);
    expect(await place.dues()).toMatchObject({ owed: 80_000, withheld: 80_000 });
    expect(await pay(1)).toMatchObject({ status: 409, body: { code: 'MORE_THAN_OWED' } });
    await tablet.report();
    expect(await place.dues()).toMatchObject({ owed: 90_000, withheld: 0 });
    expect((await pay(90_000)).status).toBe(201);
  });

  it('B6: pay the withheld part of a device that never returns when the market includes it, and hold it no longer', async () => {
    await sendOneOfTwo(50_000);
    expect(await place.dues()).toMatchObject({ owed: 50_000, withheld: 50_000 });
    expect((await pay(50_000, true)).status).toBe(201);
    expect(await place.dues()).toMatchObject({ owed: 0, withheld: 0 });
    await tablet.report();
    expect((await pay(10_000)).status).toBe(201);
  });

  it('B6: can be voided by their stall while their money is withheld', async () => {
    const [voidable] = await sendOneOfTwo(20_000);
    const body = { codeCompra: voidable?.purchase?.codeCompra, reason: 'Otro valor' };
    const voided = await place.as('ESTANTE', '/shopping/void', body);
    expect(voided.status).toBe(201);
    expect(await place.dues()).toMatchObject({ owed: 0, withheld: 0 });
    await tablet.report();
    expect(await place.dues()).toMatchObject({ owed: 10_000, withheld: 0 });
  });

  it("A4: are paid without their vouchers up to a device's limit, and await a person beyond it", async () => {
    const vouchers = await issueMany(3, 120_000);
    await database.copy();
    for (const voucher of vouchers) await sell(voucher, 120_000);
    await database.putBack();
    for (const voucher of vouchers) expect((await place.buy(voucher, 120_000)).status).toBe(201);
    const before = await place.dues();
    await tablet.report();
    expect(await place.dues()).toMatchObject({
      owed: before.owed + 240_000,
      withheld: before.withheld + 240_000,
    });
    const lines = async () => (await place.lines()).filter(({ price }) => price === 120_000);
    const open = await lines();
    expect(open.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
      'overspend SPENT_ELSEWHERE',
      'overspend SPENT_ELSEWHERE',
      'review SHORTFALL_LIMIT',
    ]);
    // Shown again it is the same line.
    await tablet.report();
    expect(await lines()).toHaveLength(3);
    const review = open.find(({ state }) => state === 'review');
    expect((await place.assign(review?._id, 'guarantee')).status).toBe(200);
    expect((await place.dues()).owed).toBe(before.owed + 360_000);
    await tablet.report();
    expect((await place.dues()).owed).toBe(before.owed + 360_000);
  });

  it("A4: stay unpaid after a person's decision, however often their seal is shown", async () => {
    const vouchers = await issueMany(3, 120_000);
    await database.copy();
    const proven: SyncEntry[] = [];
    for (const voucher of vouchers) proven.push(await sell(voucher, 120_000));
    await database.putBack();
    for (const voucher of vouchers) expect((await place.buy(voucher, 120_000)).status).toBe(201);
    await tablet.report();
    const [line] = await place.lines('state=review');
    const { owed } = await place.dues();
    expect((await place.assign(line?._id, 'stall')).status).toBe(200);
    for (let times = 0; times < 2; times += 1) {
      const { results } = await tablet.device.sync(proven);
      expect(results.map(({ state }) => state).toSorted()).toEqual([
        'refused',
        'settled-with-overspend',
        'settled-with-overspend',
      ]);
    }
    expect((await place.dues()).owed).toBe(owed);
  });
});

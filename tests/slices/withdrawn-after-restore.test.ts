import { describe, expect, it } from 'vitest';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import type { Written } from '#tests/support/device/signed-device.ts';
import { restorableMarketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';

/**
 * The server accepts a sale, and the stall hands over nothing. A restored server refuses the sale, because an
 * old request brings it after the voucher was spent elsewhere. The seal that the device shows later must not
 * pay a sale that the stall has withdrawn.
 */
describe('a withdrawn sale that a restored server refused', () => {
  const { place, database } = restorableMarketForSuite();
  let tablet: RememberingDevice;
  let voucher: IssuedVoucher;
  let sale: Written<'purchase'>;

  const withdraw = () => tablet.device.writeWithdrawal(sale);

  /**
   * Sold and sealed, then lost in a restore, and refused in an old request. Returns the stalls' balances by
   * then.
   */
  const loseAndRefuse = async (): Promise<number> => {
    tablet = new RememberingDevice(await place.stallDevice(), place.market.tokens['ESTANTE']);
    voucher = await place.issue(100_000);
    await database.copy();
    sale = tablet.device.writeSale(voucher, 80_000);
    expect((await tablet.send([sale])).results.map(({ state }) => state)).toEqual(['accepted']);
    await database.putBack();
    expect((await place.buy(voucher, 90_000)).status).toBe(201);
    const { results } = await tablet.device.sync([sale]);
    expect(results.map(({ refusal }) => refusal?.code)).toEqual(['INSUFFICIENT_BALANCE']);
    return (await place.dues()).owed ?? 0;
  };

  it('stays unpaid when the withdrawal comes before the seal (seed 869679006)', async () => {
    const before = await loseAndRefuse();
    const { results } = await tablet.device.sync([withdraw()]);
    expect(results.map(({ state }) => state)).toEqual(['accepted']);
    await tablet.report();
    expect((await place.dues()).owed).toBe(before);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });

  it('stays unpaid when the withdrawal comes with the seal (seed 869678304)', async () => {
    const before = await loseAndRefuse();
    const { results } = await tablet.send([sale, withdraw()]);
    expect(results.map(({ state }) => state)).toEqual(['refused', 'accepted']);
    expect((await place.dues()).owed).toBe(before);
  });

  it.each([
    ['withdrawal', 'accepted', 0],
    ['acceptance', 'in-review', 1],
  ])('has one line at most when that was opened before its %s comes', async (kind, state, left) => {
    const before = await loseAndRefuse();
    await tablet.report();
    const lines = async () => (await place.lines('state=review')).length;
    expect(await lines()).toBe(1);
    const goods = { ...voucher, price: 80_000, proof: '' };
    const acceptance = () => tablet.device.writeAcceptance(sale.envelope.opId, goods);
    const { results } = await tablet.send([kind === 'withdrawal' ? withdraw() : acceptance()]);
    expect(results).toMatchObject([{ state }]);
    expect([await lines(), (await place.dues()).owed]).toEqual([left, before]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });

  it('is a line when a manager has paid it before the withdrawal comes, and stays one that nothing can take back', async () => {
    await loseAndRefuse();
    await tablet.report();
    const items = await place.lines('state=review');
    expect((await place.assign(items[0]?._id, 'guarantee')).status).toBe(200);
    const { results } = await tablet.send([withdraw()]);
    expect(results.map(({ state }) => state)).toEqual(['in-review']);
    const [line] = await place.lines('state=review');
    expect((await place.assign(line?._id, 'stall')).body['code']).toBe('SALE_ASSIGNED');
  });
});

import { describe, expect, it } from 'vitest';
import { toAmount, type OpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('a sale whose goods were not handed over', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());

  const facts = ({ userId, codeQrUuid }: IssuedVoucher, price: number) => ({
    userId,
    codeQrUuid,
    price: toAmount(price),
    estanteId: stall.operatorId,
  });
  const sale = (voucher: IssuedVoucher, price: number) =>
    stall.write('purchase', { ...facts(voucher, price), by: 'stall' });
  const withdraw = (voucher: IssuedVoucher, price: number, purchaseOpId: OpId, by = stall) =>
    by.write('withdrawal', { ...facts(voucher, price), purchaseOpId });

  it('is never made when both arrive together', async () => {
    const voucher = await place.issue(10_000);
    const purchase = sale(voucher, 4_000);
    const { opId } = purchase.envelope;
    const { results } = await stall.sync([purchase, withdraw(voucher, 4_000, opId)]);
    expect(results[0]).toMatchObject({ state: 'refused', refusal: { code: 'WITHDRAWN' } });
    expect(results[1]?.state).toBe('accepted');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
    expect((await place.buy(voucher, 4_000, opId)).body['code']).toBe('WITHDRAWN');
  });

  it('is never made by a copy that was still on its way', async () => {
    const voucher = await place.issue(10_000);
    const purchase = sale(voucher, 4_000);
    const withdrawal = withdraw(voucher, 4_000, purchase.envelope.opId);
    expect(await stall.states([withdrawal])).toEqual(['accepted']);
    expect(await stall.states([purchase])).toEqual(['refused']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });

  it('is voided whole, once, when it had been paid and the answer was lost', async () => {
    const voucher = await place.issue(10_000);
    const purchase = sale(voucher, 4_000);
    expect(await stall.states([purchase])).toEqual(['accepted']);
    const withdrawal = withdraw(voucher, 4_000, purchase.envelope.opId);
    const twin = withdraw(voucher, 4_000, purchase.envelope.opId);
    expect(await stall.states([withdrawal, twin, withdrawal])).toEqual(['accepted', 'accepted', 'accepted']);
    await Promise.all(Array.from({ length: 10 }, () => stall.sync([withdrawal])));
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });

  it('races with the purchase, and is unpaid in the end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const voucher = await place.issue(5_000);
      const purchase = sale(voucher, 5_000);
      const withdrawal = withdraw(voucher, 5_000, purchase.envelope.opId);
      await Promise.all([
        place.buy(voucher, 5_000, purchase.envelope.opId),
        stall.sync([withdrawal]),
        stall.sync([purchase]),
      ]);
      await stall.sync([purchase, withdrawal]);
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
    }
  });

  it('voids nothing that was accepted, of another device, or with another amount', async () => {
    const voucher = await place.issue(20_000);
    const [purchase, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 3_000 });
    await stall.sync([purchase, acceptance]);
    const other = sale(voucher, 2_000);
    await stall.sync([other]);
    const twin = await place.stallDevice();
    const wrong = [
      withdraw(voucher, 3_000, purchase.envelope.opId),
      withdraw(voucher, 1_000, other.envelope.opId),
    ];
    expect(await stall.states(wrong)).toEqual(['refused', 'refused']);
    expect(await twin.states([withdraw(voucher, 2_000, other.envelope.opId, twin)])).toEqual(['refused']);
    // Brought for the other one, in one call with its own withdrawal.
    const brought = sale(voucher, 1_000);
    const taken = [brought, withdraw(voucher, 1_000, brought.envelope.opId, twin)];
    expect(await twin.states(taken)).toEqual(['accepted', 'refused']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(14_000);
  });

  it('cannot be accepted afterwards', async () => {
    const voucher = await place.issue(10_000);
    const purchase = sale(voucher, 1_500);
    await stall.sync([purchase, withdraw(voucher, 1_500, purchase.envelope.opId)]);
    const acceptance = stall.writeAcceptance(purchase.envelope.opId, { ...voucher, price: 1_500 });
    expect(await stall.states([acceptance])).toEqual(['refused']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });

  it('is not forbidden by a kiosk, whose cashier sells nothing', async () => {
    const [voucher, kiosk] = [await place.issue(10_000), await place.kiosk()];
    const purchase = sale(voucher, 4_000);
    const named = { ...facts(voucher, 4_000), estanteId: kiosk.operatorId };
    const withdrawal = kiosk.write('withdrawal', { ...named, purchaseOpId: purchase.envelope.opId });
    expect(await kiosk.states([withdrawal])).toEqual(['again']);
    expect(await stall.states([purchase])).toEqual(['accepted']);
  });

  it('is not voided in the name of a revoked device; the market then does it', async () => {
    const lost = await place.stallDevice();
    const voucher = await place.issue(10_000);
    const purchase = lost.write('purchase', { ...facts(voucher, 2_500), by: 'stall' });
    await lost.sync([purchase]);
    await place.as('GLOBAL_MARKET', '/devices/revoke', { id: lost.id });
    expect(await lost.states([withdraw(voucher, 2_500, purchase.envelope.opId, lost)])).toEqual([
      'in-review',
    ]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(7_500);
  });
});

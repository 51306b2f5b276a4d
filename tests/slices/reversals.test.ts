import { describe, expect, it } from 'vitest';
import type { Written } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { forEachTest } from '#tests/support/suite.ts';

/**
 * Findings A1 and B-2: a device voids no more than a session could, and a sale of several vouchers is decided
 * whole.
 */
describe('a withdrawn sale', () => {
  const place = marketForSuite();
  const stall = forEachTest(() => place.stallDevice());

  const sell = async (voucher: IssuedVoucher, price: number) => {
    const entry = stall.writeSale(voucher, price);
    expect(await stall.states([entry])).toEqual(['accepted']);
    return entry;
  };
  /** As if the sale had been three days ago. */
  const age = ({ envelope }: Written<'purchase'>) =>
    place.rowsOf(
      `update purchase set recorded_at = recorded_at - interval '3 days'
        where movement_id = (select id from movement where reference = $1)`,
      envelope.opId,
    );

  it('that was paid out becomes a line, and voids nothing automatically (A1)', async () => {
    const voucher = await place.issue(50_000);
    const purchase = await sell(voucher, 50_000);
    await place.payOut();
    const withdrawal = stall.writeWithdrawal(purchase);
    expect(await stall.outcomes([withdrawal])).toEqual(['in-review PAID_OUT']);
    expect([await place.balanceOf(voucher.codeQrUuid), (await place.dues()).owed]).toEqual([0, 0]);
    const line = await place.lineOf(voucher.codeQrUuid);
    expect(line).toMatchObject({ kind: 'withdrawal', state: 'review', price: 50_000 });
    expect((await place.assign(line?._id, 'customer')).status).toBe(200);
    expect(await stall.states([withdrawal])).toEqual(['refused']);
    expect([await place.balanceOf(voucher.codeQrUuid), (await place.dues()).owed]).toEqual([0, 0]);
  });

  it("that was paid out, and never handed over by a person's decision, is borne by stall or fund (A1)", async () => {
    for (const [to, owed, fund] of [
      ['stall', -9_000, 0],
      ['guarantee', 0, -9_000],
    ] as const) {
      await place.payOut();
      const voucher = await place.issue(9_000);
      const purchase = await sell(voucher, 9_000);
      await place.payOut();
      const before = [(await place.dues()).owed, (await place.sums())['guarantee'] ?? 0];
      const withdrawal = stall.writeWithdrawal(purchase);
      expect(await stall.states([withdrawal])).toEqual(['in-review']);
      expect((await place.assign((await place.lineOf(voucher.codeQrUuid))?._id, to)).status).toBe(200);
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(9_000);
      const after = [(await place.dues()).owed, (await place.sums())['guarantee'] ?? 0];
      expect(after.map((sum, n) => sum - (before[n] ?? 0))).toEqual([owed, fund]);
      expect(await stall.states([withdrawal])).toEqual(['accepted']);
      if (owed < 0) await sell(await place.issue(9_000), 9_000);
    }
  });

  it('of a suspended person goes to a person (A1)', async () => {
    const voucher = await place.issue(4_000);
    const purchase = await sell(voucher, 4_000);
    await place.rowsOf('update device_operator set suspended_at = now() where device_id = $1', stall.id);
    expect(await stall.outcomes([stall.writeWithdrawal(purchase)])).toEqual(['in-review NOT_OPERATOR']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(0);
    // C9: it gets no receipt under an id of its choice.
    expect(await stall.states([stall.writeWithdrawal(stall.writeSale(voucher, 4_000))])).toEqual(['again']);
  });

  it('is not backdated into the day on which its stall could have voided it (A1)', async () => {
    const voucher = await place.issue(4_000);
    const purchase = await sell(voucher, 4_000);
    await age(purchase);
    const occurredAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    expect(await stall.outcomes([stall.writeWithdrawal(purchase, { occurredAt })])).toEqual([
      'in-review TIME_IMPLAUSIBLE',
    ]);
  });

  /** A voucher that was half spent elsewhere when the goods were gone. */
  const shortPurchase = async (): Promise<{ code: string; voucher: IssuedVoucher }> => {
    const voucher = await place.issue(10_000);
    await stall.askForList();
    await place.buy(voucher, 5_000);
    const sold = { ...voucher, price: 10_000 };
    const { results } = await stall.sync(stall.writeAcceptedPurchase(sold));
    expect(results[1]?.state).toBe('settled-with-overspend');
    return { code: results[1]?.purchase?.codeCompra ?? '', voucher };
  };
  const voidBy = (who: 'ESTANTE' | 'GLOBAL_MARKET', codeCompra: string) =>
    place.as(who, '/shopping/void', { codeCompra, reason: 'error' });

  it("is not paid back from the stall's withheld part (L07)", async () => {
    await shortPurchase();
    const voucher = await place.issue(5_000);
    const { body: sold } = await place.buy(voucher, 5_000);
    await place.payOut();
    // The withheld part would suffice.
    const { owed, withheld } = await place.dues();
    expect([owed, withheld]).toEqual([5_000, 5_000]);
    expect(await voidBy('ESTANTE', String(sold['codeCompra']))).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_PAID_OUT' },
    });
    expect(await place.dues()).toMatchObject({ owed, withheld });
  });
});

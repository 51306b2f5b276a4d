import { describe, expect, it } from 'vitest';
import { closeVoucher } from '#src/server/ledger/vouchers.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

/** Finding A-2, the server's side: answers to a device bind that device. */
describe('an offline sale on a voucher about which the device was notified', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());

  it.each([
    ['voided', 'VOUCHER_VOIDED'],
    ['refunded', 'VOUCHER_REFUNDED'],
    ['joined', 'VOUCHER_JOINED'],
  ] as const)('that it was %s goes to a person', async (closedAs, code) => {
    const voucher = await place.issue(10_000);
    await stall.askForList();
    await place.opened.database.transaction((session) =>
      closeVoucher(session, voucher.codeQrUuid, closedAs, new Date()),
    );
    const told = await stall.sync([stall.writeSale(voucher, 1_000)]);
    expect(told.results).toMatchObject([{ state: 'refused', refusal: { code } }]);
    const [, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 1_000 });
    expect((await stall.sync([acceptance])).results).toMatchObject([
      { state: 'in-review', reason: 'TOLD_SPENT' },
    ]);
  });

  it('gets the balance with INSUFFICIENT_BALANCE, on a device and on a page', async () => {
    const voucher = await place.issue(10_000);
    const { results } = await stall.sync([stall.writeSale(voucher, 10_001)]);
    expect(results).toMatchObject([{ refusal: { code: 'INSUFFICIENT_BALANCE', left: 10_000 } }]);
    expect((await place.buy(voucher, 10_001)).body).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      left: 10_000,
    });
  });
});

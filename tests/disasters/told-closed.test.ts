import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import {
  issueVoucher,
  makeIssuer,
  openEnrolledDevice,
  type EnrolledDevice,
  type IssuedVoucher,
} from '#tests/support/device/enrolled-device.ts';
import { forSuite } from '#tests/support/suite.ts';

/** Finding A-2: a tablet that was told "refunded", "joined", "undone" hands the whole voucher out a minute later. */
describe('a tablet that the server has told what a voucher gives', () => {
  const issuer = forSuite(makeIssuer);
  let stall: EnrolledDevice;
  let voucher: IssuedVoucher;
  beforeEach(async () => {
    stall = await openEnrolledDevice(issuer);
    voucher = await issueVoucher(issuer, 50_000, stall.clock.now - 3_600_000);
    stall.list([{ voucherId: voucher.id, balance: 50_000 }]);
  });
  const tell = async (refusal: NonNullable<SyncResult['refusal']>): Promise<void> => {
    await stall.sell(voucher, 45_000);
    stall.results = () => ({ state: 'refused', refusal });
    await stall.drain();
  };
  const sellWithoutLink = async (price: number): Promise<string> => {
    stall.clock.now += 60_000;
    return (await stall.accept(await stall.sell(voucher, price))).kind;
  };

  it.each([
    'VOUCHER_SPENT',
    'VOUCHER_BLOCKED',
    'VOUCHER_EXPIRED',
    'VOUCHER_VOIDED',
    'VOUCHER_REFUNDED',
    'VOUCHER_JOINED',
    'VOUCHER_REISSUED',
  ] as const)('hands nothing out on it without a link after %s', async (code) => {
    await tell({ code, message: 'x' });
    expect(await sellWithoutLink(50_000)).not.toBe('accepted');
    expect(await sellWithoutLink(1_000)).not.toBe('accepted');
  });

  it('hands out what was left and no more after INSUFFICIENT_BALANCE', async () => {
    await tell({ code: 'INSUFFICIENT_BALANCE', message: 'x', left: toAmount(3_000) });
    expect(await sellWithoutLink(3_001)).not.toBe('accepted');
    expect(await sellWithoutLink(3_000)).toBe('accepted');
  });
});

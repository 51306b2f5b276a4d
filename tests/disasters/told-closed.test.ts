import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

/**
 * Finding A-2: a tablet that received "refunded", "joined" or "undone" hands the whole voucher out a minute
 * later.
 */
describe("a tablet with the server's answer about a voucher", () => {
  const issuer = forSuite(makeIssuer);
  const stall = forEachTest(() => openEnrolledDevice(issuer));
  const voucher = forEachTest(() => issueVoucher(issuer, 50_000, stall.clock.now - 3_600_000));
  beforeEach(() => stall.list([{ voucherId: voucher.id, balance: 50_000 }]));
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
  ] as const)('accepts nothing on it offline after %s', async (code) => {
    await tell({ code, message: 'x' });
    expect(await sellWithoutLink(50_000)).not.toBe('accepted');
    expect(await sellWithoutLink(1_000)).not.toBe('accepted');
  });

  it('accepts exactly the remaining balance after INSUFFICIENT_BALANCE', async () => {
    await tell({ code: 'INSUFFICIENT_BALANCE', message: 'x', left: toAmount(3_000) });
    expect(await sellWithoutLink(3_001)).not.toBe('accepted');
    expect(await sellWithoutLink(3_000)).toBe('accepted');
  });
});

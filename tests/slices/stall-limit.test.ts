import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import type { Exposure } from '#src/contract/devices/schemas.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openOfflineMarket } from '#tests/support/market/offline-market.ts';
import { forSuite } from '#tests/support/suite.ts';

const dayMs = 86_400_000;

describe('the limit of a stall\u2019s device', () => {
  // Its sums of days are made up: no audit reads this ledger.
  const place = forSuite(
    () => openOfflineMarket(),
    (one) => one.stop(),
  );
  const stall = forSuite(() => place.stallDevice());

  /** Sales of the stall so many days ago, newest first. */
  async function sold(daysAgo: readonly [number, number][]): Promise<void> {
    await place.opened.database.query({
      text: `delete from ledger_day where owner_id = $1`,
      values: [stall.operatorId],
    });
    for (const [ago, total] of daysAgo)
      await place.opened.database.query({
        text: `insert into ledger_day (market_id, day, movement_kind, account_kind, owner_id, count, total, summed)
          select market_id, ($2::timestamptz at time zone 'America/Bogota')::date, 'purchase', 'stall', id, 1, $3, true
          from person where id = $1`,
        values: [stall.operatorId, new Date(Date.now() - ago * dayMs), total],
      });
  }
  const told = async () => (await stall.sync([])).limits.perDevice;
  const judge = async (device: SignedDevice, deviceOpen: number, limitsVersion?: number) => {
    const voucher = await place.issue(100);
    const asOf = Date.now();
    await place.hand(device, asOf);
    const change = {
      knownBalance: toAmount(100),
      snapshotAsOf: asOf,
      deviceOpen: toAmount(deviceOpen),
      ...(limitsVersion === undefined ? {} : { limitsVersion }),
    };
    const entry = device.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 100 }, change);
    const [result] = (await device.sync([entry])).results;
    return result?.state === 'in-review' ? result.reason : result?.state;
  };

  it('is the floor for a new stall, and twice the median of its days once it has three', async () => {
    expect(await told()).toBe(100_000);
    await sold([
      [3, 400_000],
      [4, 400_000],
    ]);
    expect(await told()).toBe(100_000);
    await sold([
      [3, 150_000],
      [4, 364_000],
      [5, 5_000_000],
    ]);
    expect(await told()).toBe(728_000);
    // Today and yesterday may still grow: they do not count yet.
    await sold([
      [0, 9_000_000],
      [1, 9_000_000],
      [3, 150_000],
      [4, 364_000],
      [5, 5_000_000],
    ]);
    expect(await told()).toBe(728_000);
    await sold([
      [3, 900_000],
      [4, 900_000],
      [5, 900_000],
    ]);
    expect(await told()).toBe(1_000_000);
  });

  it('judges a sale by the limit that the device received, to the last unit', async () => {
    await sold([
      [3, 150_000],
      [4, 364_000],
      [5, 5_000_000],
    ]);
    expect(await judge(stall, 727_900)).toBe('accepted');
    expect(await judge(stall, 727_901)).toBe('BEYOND_LIMITS');
  });

  it('does not set aside what was accepted by yesterday\u2019s larger limit', async () => {
    // Until yesterday the median was that of the oldest three; today two small days count.
    await sold([
      [2, 10_000],
      [3, 10_000],
      [4, 364_000],
      [5, 364_000],
      [6, 364_000],
    ]);
    const today = await told();
    expect(today).toBe(728_000);
    await sold([
      [2, 10_000],
      [3, 10_000],
      [4, 364_000],
      [5, 364_000],
    ]);
    expect(await told()).toBe(374_000);
    expect(await judge(stall, 727_900)).toBe('accepted');
    expect(await judge(stall, 727_901)).toBe('BEYOND_LIMITS');
  });

  it('is shown to its market with the sum that follows, and set by it', async () => {
    await sold([
      [3, 150_000],
      [4, 364_000],
      [5, 5_000_000],
    ]);
    const exposure = (await place.manage('/sync/limits')).body as unknown as Exposure;
    expect(exposure).toMatchObject({
      stallDevices: 1,
      worstTotal: 728_000,
      stalls: [{ _id: stall.operatorId, devices: 1, usual: 364_000, limit: 728_000 }],
    });
    const { perVoucher, snapshotHours, kioskVoucher, kioskTotal } = exposure.limits;
    const kept = { perVoucher, snapshotHours, kioskVoucher, kioskTotal };
    const after = await place.manage('/sync/limits', { ...kept, perDevice: 2_000_000, stallFloor: 900_000 });
    expect(after.body).toMatchObject({ worstTotal: 900_000, limits: { version: 2 } });
    expect(await told()).toBe(900_000);
    expect(await judge(stall, 899_900, 2)).toBe('accepted');
    // A page of an older version leaves the floor as it is.
    const older = await place.manage('/sync/limits', { ...kept, perDevice: 800_000 });
    expect(older.body).toMatchObject({ worstTotal: 800_000, limits: { version: 3, stallFloor: 900_000 } });
    expect(await told()).toBe(800_000);
  });
});

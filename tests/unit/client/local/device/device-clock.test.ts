import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { firstDeviceRow, noteServerTime } from '#src/client/local/device/device-clock.ts';

const [second, hour, year] = [1_000, 3_600_000, 365 * 86_400_000];
const noon = Date.parse('2026-11-21T12:00:00Z');

describe("the device's clock corrected by the server", () => {
  let db: MoneyDb;
  /** True time, the device clock's lead, and the page's monotonic clock. */
  let now: number;
  let aheadMs: number;
  let page: number;

  beforeEach(() => {
    db = new MoneyDb(randomUUID());
    [now, aheadMs, page] = [noon, 0, 1];
  });

  /** An answer after `tookMs` from a server whose clock is `serverAheadMs` ahead, read after `asleepMs`. */
  const hear = async ({ serverAheadMs = 0, tookMs = 400, asleepMs = 0, stepMs = 60 * second } = {}) => {
    now += stepMs;
    const sentAt = now + aheadMs;
    const serverTime = now + tookMs / 2 + serverAheadMs;
    now += tookMs + asleepMs;
    const steady = { since: page, ms: now - noon - asleepMs };
    const trip = { sentAt, receivedAt: now + aheadMs, tookMs, steady };
    await noteServerTime(db, serverTime, trip, 'tablet');
  };
  const row = async () => (await db.device.get('self')) ?? firstDeviceRow('none');
  const offset = async () => (await row()).clockOffset;

  it('an answer read after 80 hours of sleep is ignored, and lowers nothing seen before', async () => {
    await hear();
    const before = await row();
    await hear({ asleepMs: 80 * hour });
    expect(await row()).toEqual(before);
  });

  it('an answer that took too long is ignored', async () => {
    await hear({ tookMs: 30_001 });
    expect(await row()).toEqual(firstDeviceRow('none'));
    aheadMs = hour;
    await hear({ tookMs: 30_000 });
    expect(await offset()).toBe(-hour);
  });

  it('a clock set during the call is ignored', async () => {
    await hear();
    const before = await row();
    const steady = { since: page, ms: now - noon };
    const trip = { sentAt: now, receivedAt: now - hour, tookMs: 300, steady };
    await noteServerTime(db, now, trip, 'tablet');
    expect(await row()).toEqual(before);
  });

  it('a first answer of a server a year ahead is outvoted by the next right ones', async () => {
    await hear({ serverAheadMs: year });
    expect(await offset()).toBe(year);
    await hear();
    expect(await offset()).toBe(0);
    expect((await row()).latestSeen).toBe(now);
  });

  it.each([hour, -hour])(
    'a device whose own clock was set %i ms forward follows at the next answer',
    async (step) => {
      for (let count = 0; count < 4; count += 1) await hear();
      aheadMs = step;
      await hear();
      expect(await offset()).toBe(-step);
      expect((await row()).latestSeen).toBe(now);
    },
  );

  it('a device whose clock was set while no page was open follows the majority', async () => {
    for (let count = 0; count < 4; count += 1) await hear();
    [aheadMs, page] = [hour, 2];
    for (let count = 0; count < 3; count += 1) await hear();
    expect(await offset()).toBe(-hour);
  });

  it('a sale placed while the clock was ahead blocks no others once three answers agree with it', async () => {
    await hear();
    await db.device.update('self', { latestSeen: now + 20 * hour });
    await hear();
    expect((await row()).latestSeen).toBe(noon + 60 * second + 400 + 20 * hour);
    await hear({ serverAheadMs: -hour });
    expect((await row()).latestSeen).toBe(noon + 60 * second + 400 + 20 * hour);
    await hear();
    expect((await row()).latestSeen).toBe(now);
  });

  it.each([
    [2 * second - 1, 400, 0],
    [2 * second, 400, -2 * second],
    [-2 * second, 400, 2 * second],
    [14 * second, 400, -14 * second],
    [9_999, 20 * second, 0],
    [10 * second, 20 * second, -10 * second],
  ])('a clock that is %i ms ahead is corrected by a call of %i ms to %i', async (ahead, tookMs, judged) => {
    aheadMs = ahead;
    await hear({ tookMs });
    expect(await offset()).toBe(judged);
  });

  it('a difference of two seconds over one call is accepted, a larger one is not', async () => {
    const trip = (driftMs: number) => {
      const steady = { since: page, ms: 400 };
      return { sentAt: noon, receivedAt: noon + 400 + driftMs, tookMs: 400, steady };
    };
    await noteServerTime(db, noon + hour, trip(2_001), 'tablet');
    expect(await db.device.count()).toBe(0);
    await noteServerTime(db, noon + hour, trip(2_000), 'tablet');
    expect(await offset()).toBe(hour - 2_200);
    expect((await row()).clockSamples).toEqual([
      { offset: hour - 2_200, steadyOffset: noon + hour - 200, since: page, uncertainMs: 200 },
    ]);
  });

  it('rounds half a millisecond', async () => {
    const steady = { since: page, ms: 3 };
    const trip = { sentAt: noon, receivedAt: noon + 3, tookMs: 3, steady };
    await noteServerTime(db, noon + hour, trip, 'tablet');
    expect((await row()).clockSamples).toEqual([
      { offset: hour - 1, steadyOffset: noon + hour - 1, since: page, uncertainMs: 2 },
    ]);
  });

  it("another page's sample, or a server whose time jumped, does not count as a set clock", async () => {
    for (let count = 0; count < 3; count += 1) await hear();
    await hear({ serverAheadMs: hour });
    expect([await offset(), (await row()).clockSamples?.length]).toEqual([0, 4]);
    [page, aheadMs] = [2, hour];
    await hear();
    expect([await offset(), (await row()).clockSamples?.length]).toEqual([0, 5]);
  });
});

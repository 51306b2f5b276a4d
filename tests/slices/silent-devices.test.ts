import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { countDevices } from '#src/server/nouns/watch/reads.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

/**
 * A tablet that went silent before its sales owes nothing known to the server (the close claimed that all had
 * delivered).
 */
describe('the close of a day', () => {
  const place = marketForSuite();
  const devices = async (day = ''): Promise<[string, string][]> => {
    const query = day === '' ? '' : `?day=${day}`;
    const close = (await place.manage(`/cash/day${query}`)).body as unknown as DayClose;
    return close.devices.map(({ deviceId, state }) => [deviceId, state]);
  };
  const heard = async (id: string, ago: string): Promise<void> => {
    await place.rowsOf('update device set last_seen_at = now() - $2::interval where id = $1', id, ago);
  };

  it('names a device silent since its last possible sale, until its next contact', async () => {
    const tablet = await place.stallDevice();
    await tablet.sync([]);
    expect(await devices()).toEqual([]);
    await heard(tablet.id, '9 minutes');
    expect(await devices()).toEqual([]);
    await heard(tablet.id, '11 minutes');
    expect(await devices()).toEqual([[tablet.id, 'silent']]);
    // A past day is complete once the device had a contact after its end, even eleven minutes ago, just after
    // midnight.
    const earlier = new Date(Date.now() - 2 * 86_400_000 - 5 * 3_600_000).toISOString().slice(0, 10);
    expect(await devices(earlier)).toEqual([]);
    await heard(tablet.id, '60 hours');
    expect(await devices(earlier)).toEqual([[tablet.id, 'silent']]);
    await tablet.sync([]);
    expect([await devices(), await devices(earlier)]).toEqual([[], []]);
  });

  it('shows a device with reported but unsent operations as owing, and omits a retired one', async () => {
    const tablet = await place.stallDevice();
    await tablet.sync([]);
    tablet.writeAcceptance(toOpId(randomUUID()), { ...(await place.issue(1_000)), price: 100 });
    await tablet.sync([]);
    await heard(tablet.id, '2 hours');
    expect(await devices()).toEqual([[tablet.id, 'owes']]);
    expect((await place.manage('/devices/revoke', { id: tablet.id })).status).toBe(200);
    const other = await place.stallDevice();
    await heard(other.id, '2 hours');
    await place.manage('/devices/revoke', { id: other.id });
    expect((await devices()).filter(([id]) => id === other.id)).toEqual([]);
  });

  it('does not count a device that delivered its sale and was switched off', async () => {
    const tablet = await place.stallDevice();
    const sell = async () => tablet.writeAcceptedPurchase({ ...(await place.issue(5_000)), price: 1_000 });
    const journal = (openCount: number) => ({
      lastSeq: tablet.seq,
      headHash: tablet.headHash,
      openCount,
      openSum: 0,
    });
    const owing = async () => (await countDevices(place.opened.database, new Date(0))).owing;
    const late = async () => {
      const today = (await place.manage('/today/market')).body as unknown as MarketToday;
      return { count: today.devices.count, most: today.devices.first?.operations ?? 0 };
    };
    const before = { late: await late(), owing: await owing() };
    // One contact: the report still counts as open what its own batch delivers.
    await tablet.sync(await sell(), { journal: journal(1) });
    expect({ late: await late(), owing: await owing() }).toEqual(before);
    expect((await devices()).filter(([id]) => id === tablet.id)).toEqual([]);
    // Two sales of two envelopes each stay on the tablet: two are late, not four.
    await sell();
    await sell();
    await tablet.sync([], { journal: journal(2) });
    expect(await late()).toEqual({ count: before.late.count + 1, most: 2 });
    expect(await owing()).toBe(before.owing + 1);
    expect((await devices()).filter(([id]) => id === tablet.id)).toEqual([[tablet.id, 'owes']]);
  });
});

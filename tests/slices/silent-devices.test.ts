import { describe, expect, it } from 'vitest';
import type { DayClose } from '#src/contract/markets/cash.ts';
import { toOpId } from '#src/contract/brands.ts';
import { randomUUID } from 'node:crypto';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';

/** A tablet that went dark before its sales owes nothing that anybody knows of (the close said that all had delivered). */
describe('the close of a day', () => {
  const place = offlineMarketForSuite();
  const devices = async (day = ''): Promise<[string, string][]> => {
    const query = day === '' ? '' : `?day=${day}`;
    const close = (await place.manage(`/cash/day${query}`)).body as unknown as DayClose;
    return close.devices.map(({ deviceId, state }) => [deviceId, state]);
  };
  const heard = async (id: string, ago: string): Promise<void> => {
    await place.opened.database.query({
      text: 'update device set last_seen_at = now() - $2::interval where id = $1',
      values: [id, ago],
    });
  };

  it('names a device that was not heard since its last possible sale, until it is heard', async () => {
    const tablet = await place.stallDevice();
    await tablet.sync([]);
    expect(await devices()).toEqual([]);
    await heard(tablet.id, '9 minutes');
    expect(await devices()).toEqual([]);
    await heard(tablet.id, '11 minutes');
    expect(await devices()).toEqual([[tablet.id, 'silent']]);
    // A day that is over is known once the device was heard after its end.
    const yesterday = new Date(Date.now() - 86_400_000 - 5 * 3_600_000).toISOString().slice(0, 10);
    expect(await devices(yesterday)).toEqual([]);
    await heard(tablet.id, '60 hours');
    expect(await devices(yesterday)).toEqual([[tablet.id, 'silent']]);
    await tablet.sync([]);
    expect([await devices(), await devices(yesterday)]).toEqual([[], []]);
  });

  it('says of one that reported operations it has not sent that it owes, and nothing of one that was retired', async () => {
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
});

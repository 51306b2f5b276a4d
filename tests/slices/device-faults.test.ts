import { describe, expect, it } from 'vitest';
import type { Device } from '#src/contract/devices/schemas.ts';
import { readServerState } from '#src/server/nouns/watch/reads.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const fault = {
  kind: 'error',
  name: 'TypeError',
  place: 'assets/scan-screen-DnbkI5-O.js:1:2034',
  appVersion: '1.0.0',
  count: 2,
  lastAt: '2026-11-23T15:00:00.000Z',
};

describe('faults of the program on a device', () => {
  const place = marketForSuite();
  const devices = async () => (await place.manage('/devices')).body as unknown as Device[];

  it('arrive with its next contact, add up, and are shown with it; invalid ones are skipped', async () => {
    const tablet = await place.stallDevice();
    const quiet = await place.otherStallDevice();
    await tablet.sync([], { faults: [fault, { ...fault, name: 'Luz Marina, 24.684.521' }, 'nothing', null] });
    await tablet.sync([], { faults: [{ ...fault, count: 3 }] });
    await quiet.sync([]);
    const found = (await devices()).find(({ _id }) => _id === tablet.id);
    const { lastAt: _lastAt, ...same } = fault;
    expect(found?.faults).toMatchObject([{ ...same, count: 5 }]);
    const state = await readServerState({
      database: place.opened.database,
      now: () => new Date(),
      ownDataDir: null,
    });
    expect(state.devices).toMatchObject({ inUse: 2, faulty: 1 });
  });

  it('are at most fifty different ones per device, and the operations beside them are accepted', async () => {
    const tablet = await place.stallDevice();
    for (let n = 0; n < 4; n += 1)
      await tablet.sync([], {
        faults: Array.from({ length: 20 }, (_, k) => ({ ...fault, place: `assets/a.js:${n}:${k}` })),
      });
    const rows = await place.rowsOf<{ count: number }>(
      'select count(*)::int as count from device_fault where device_id = $1',
      tablet.id,
    );
    expect(rows[0]?.count).toBe(50);
    // A known one still counts.
    await tablet.sync([], { faults: [{ ...fault, place: 'assets/a.js:0:0' }] });
    const known = (await devices()).find(({ _id }) => _id === tablet.id)?.faults;
    expect(known?.find(({ place: at }) => at === 'assets/a.js:0:0')?.count).toBe(4);
    expect(known).toHaveLength(20);
  });
});

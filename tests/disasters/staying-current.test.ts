import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import { updateSyncStatus, readKeySet, readSyncStatus } from '#src/client/local/device/server-config.ts';
import { readStoredList, CacheDb } from '#src/client/local/offline/cache-db.ts';
import { noteBalance } from '#src/client/local/offline/known-balance.ts';
import { keepCurrent } from '#src/client/sync/keep-current.ts';
import type { SnapshotRequest } from '#src/contract/sync/schemas.ts';
import { findBalance, writeBalanceList } from '#src/protocol/balance-list.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import {
  type EnrolledDevice,
  makeIssuer,
  openEnrolledDevice,
  portsOf,
} from '#tests/support/device/enrolled-device.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const ok = <Data>(data: Data): Outcome<Data> => ({ kind: 'ok', status: 200, data, replayed: false });

describe('an idle device', () => {
  let stall: EnrolledDevice;
  let cache: CacheDb;
  let asked: SnapshotRequest[];
  let lists: Bytes[];
  const voucherId = toVoucherId(randomUUID());

  beforeEach(async () => {
    stall = await openEnrolledDevice(await makeIssuer());
    cache = new CacheDb(randomUUID());
    asked = [];
    lists = [];
  });
  const run = async (): Promise<void> => {
    const ports = portsOf(stall);
    const keys = await readKeySet(stall.db);
    if (!keys) throw new Error('no keys');
    await keepCurrent(stall.db, cache, {
      ...ports,
      server: {
        ...ports.server,
        readKeys: () => Promise.resolve(ok({ ...keys, revokedDevices: ['x'] })),
        readBalances: (request) => {
          asked.push(request);
          const bytes = lists.shift();
          if (!bytes) throw new Error('no list was to be asked for');
          return Promise.resolve(ok(bytes));
        },
      },
    });
  };
  const list = (kind: 'full' | 'changes', balance: number): Bytes =>
    writeBalanceList(kind, stall.clock.now, [{ voucherId, balance }]);
  const balance = async () => {
    const held = await readStoredList(cache);
    return held && findBalance(held, voucherId);
  };

  it('reports at start and every five minutes, and fetches keys and balances every ten', async () => {
    lists = [list('full', 500)];
    await run();
    expect([stall.calls.length, asked.length]).toEqual([1, 1]);
    expect(stall.calls[0]?.entries).toEqual([]);
    expect((await readKeySet(stall.db))?.revokedDevices).toEqual(['x']);
    await run();
    stall.clock.now += 5 * 60_000;
    await run();
    expect([stall.calls.length, asked.length]).toEqual([2, 1]);
    stall.clock.now += 5 * 60_000;
    lists = [list('changes', 300)];
    await run();
    expect(asked[1]?.since).toBe(stall.clock.now - 600_000);
    expect(await balance()).toBe(300);
  });

  it('requests the whole list when its own is missing, or once a day', async () => {
    lists = [list('full', 500)];
    await run();
    await cache.lists.clear();
    stall.clock.now += 600_000;
    lists = [list('changes', 300), list('full', 300)];
    await run();
    expect(asked.map(({ since }) => since === 0)).toEqual([true, false, true]);
    expect(await balance()).toBe(300);
    stall.clock.now += 90_000_000;
    lists = [list('changes', 200)];
    await run();
    stall.clock.now += 600_000;
    lists = [list('full', 200)];
    await run();
    expect(asked.at(-1)?.since).toBe(0);
  });

  it('deletes balances older than the list, and nothing newer', async () => {
    await noteBalance(stall.db, {
      voucherId: toVoucherId('old'),
      balance: 1,
      asOf: stall.clock.now - 600_000,
    });
    await noteBalance(stall.db, { voucherId: toVoucherId('new'), balance: 1, asOf: stall.clock.now });
    lists = [list('full', 500)];
    await run();
    expect((await stall.db.balances.toArray()).map((row) => row.voucherId)).toEqual(['new']);
  });

  it('reports soon after a drain, but not after every sale', async () => {
    lists = [list('full', 500)];
    await run();
    await updateSyncStatus(stall.db, { isReportOwed: true });
    await run();
    expect(stall.calls).toHaveLength(1);
    stall.clock.now += 15_000;
    await run();
    expect(stall.calls).toHaveLength(2);
    expect((await readSyncStatus(stall.db)).isReportOwed).toBe(false);
  });

  it('still reports after its clock was set back', async () => {
    lists = [list('full', 500)];
    await run();
    stall.clock.now -= 86_400_000;
    lists = [list('full', 500)];
    await run();
    expect(stall.calls).toHaveLength(2);
  });
});

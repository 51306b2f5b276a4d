import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { changeEnrolment, readEnrolment } from '#src/client/local/device/enrolment.ts';
import {
  readKeySet,
  readSyncStatus,
  storeKeySet,
  updateSyncStatus,
} from '#src/client/local/device/server-config.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { noteBalances } from '#src/client/local/offline/known-balance.ts';
import { keepCurrent } from '#src/client/sync/keep-current.ts';
import { findBalance, writeBalanceList } from '#src/protocol/balance-list.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { makeIssuer, openEnrolledDevice, portsOf, refused } from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';
import { newId } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const minute = 60_000;
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
const keys: KeySet = {
  asOf: '2026-11-21T09:00:00.000Z',
  keys: [],
  kiosks: [],
  revokedDevices: [],
  days: 0,
  dayStartMs: 0,
};
const ok = <Data>(data: Data): CallAnswer<Data> => ({ kind: 'ok', status: 200, data, replayed: false });

const issuer = forSuite(makeIssuer);
const device = forEachTest(() => openEnrolledDevice(issuer));
let cache: CacheDb;
let links: string[];
/** Start moments of the requested lists. */
let asked: number[];
let lists: (() => CallAnswer<Uint8Array<ArrayBuffer>>)[];

beforeEach(() => {
  cache = new CacheDb(randomUUID());
  [links, asked, lists] = [[], [], []];
});

const full = (balance = 5_000) => ok(writeBalanceList('full', device.clock.now, [{ voucherId, balance }]));
const changes = (balance: number) =>
  ok(writeBalanceList('changes', device.clock.now, [{ voucherId, balance }]));

async function contact(): Promise<{ reports: number; since: number[] }> {
  const before = [device.calls.length, asked.length] as const;
  const ports = portsOf(device);
  await keepCurrent(device.db, cache, {
    ...ports,
    onLink: (link) => links.push(link),
    server: {
      ...ports.server,
      readKeys: () => Promise.resolve(ok(keys)),
      readBalances: ({ since }) => {
        asked.push(since);
        return Promise.resolve((lists.shift() ?? full)());
      },
    },
  });
  return { reports: device.calls.length - before[0], since: asked.slice(before[1]) };
}

describe('a device with a link', () => {
  it('reports and fetches everything the first time, and nothing again a moment later', async () => {
    expect(await contact()).toEqual({ reports: 1, since: [0] });
    expect(device.calls[0]?.entries).toEqual([]);
    expect(await contact()).toEqual({ reports: 0, since: [] });
    expect((await cache.readList())?.asOf).toBe(device.clock.now);
    expect(links).toEqual(['online']);
  });

  it("fetches no list while it does not know its clock's error, and reports again soon", async () => {
    await device.db.device.toCollection().modify((row) => delete row.clockSamples);
    const slowly = portsOf(device);
    const { steady } = slowly.clock;
    // The answer takes a minute, so it does not determine the time.
    let calls = 0;
    const late = { ...slowly.clock, steady: () => ({ ...steady(), ms: (calls += 1) * minute }) };
    await keepCurrent(device.db, cache, { ...slowly, clock: late });
    expect(asked).toEqual([]);
    expect(await readSyncStatus(device.db)).toMatchObject({ isReportOwed: true });
    device.clock.now += 15_000;
    expect(await contact()).toEqual({ reports: 1, since: [0] });
  });

  it('reports every five minutes and fetches changes every ten', async () => {
    await contact();
    const first = device.clock.now;
    device.clock.now += 5 * minute - 1;
    expect(await contact()).toEqual({ reports: 0, since: [] });
    device.clock.now += 1;
    expect(await contact()).toEqual({ reports: 1, since: [] });
    device.clock.now += 5 * minute;
    lists = [() => changes(3_000)];
    expect(await contact()).toEqual({ reports: 1, since: [first] });
    expect(await readSyncStatus(device.db)).toMatchObject({
      listAsOf: device.clock.now,
      fullListAsOf: first,
    });
    const stored = await cache.readList();
    expect(stored && findBalance(stored, voucherId)).toBe(3_000);
    device.clock.now += 10 * minute;
    lists = [() => changes(2_000)];
    expect((await contact()).since).toEqual([first + 10 * minute]);
  });

  it('reports first when only changes are due and its report is four minutes old', async () => {
    await contact();
    await updateSyncStatus(device.db, { pulledAt: 0 });
    device.clock.now += 4 * minute;
    expect(await contact()).toEqual({ reports: 1, since: [device.clock.now - 4 * minute] });
  });

  it('takes no list after sleeping since its report, because it does not know the limits (seed 1129011972)', async () => {
    lists = [
      () => {
        device.clock.now += 42 * 60 * minute;
        return full();
      },
    ];
    expect(await contact()).toEqual({ reports: 1, since: [0] });
    expect(await cache.readList()).toBeNull();
    expect(await contact()).toEqual({ reports: 1, since: [0] });
    expect((await cache.readList())?.asOf).toBe(device.clock.now);
  });

  it('takes no list after sleeping with an answer on its way, before it has reported again (seed 1136041526)', async () => {
    const { serve } = device;
    device.serve = async (request) => {
      device.serve = serve;
      const answer = await serve(request);
      device.clock.now += 20 * 60 * minute;
      return answer;
    };
    expect(await contact()).toEqual({ reports: 1, since: [0] });
    expect(await cache.readList()).toBeNull();
    expect(await contact()).toEqual({ reports: 1, since: [0] });
    expect((await cache.readList())?.asOf).toBe(device.clock.now);
  });

  it('stores the keys that arrived, and retries soon when they did not', async () => {
    await contact();
    expect(await readKeySet(device.db)).toMatchObject({ asOf: keys.asOf, keys: [] });
    await storeKeySet(device.db, { ...keys, days: 7 });
    await updateSyncStatus(device.db, { isPullOwed: true, pulledAt: 0 });
    const ports = portsOf(device);
    const readBalances = () => Promise.resolve(full());
    await keepCurrent(device.db, cache, { ...ports, server: { ...ports.server, readBalances } });
    expect((await readKeySet(device.db))?.days).toBe(7);
    expect(await readSyncStatus(device.db)).toMatchObject({ isPullOwed: true, pulledAt: 0 });
  });

  it('deletes receipts that no server needs with its report, and older balances with a new list', async () => {
    const day = 86_400_000;
    const row = { opId: newId(), seq: 0, hash: 'h', state: 'accepted' as const, epoch: 1, position: 1 };
    const seal = { epoch: 1, position: 1, kid: 'k', mac: 'm' };
    await device.db.sealed.put({ ...row, seal, storedAt: device.clock.now - 91 * day });
    await noteBalances(device.db, [{ voucherId, balance: 9, asOf: device.clock.now - day }]);
    const newer = { voucherId: toVoucherId(randomUUID()), balance: 1, asOf: device.clock.now };
    await noteBalances(device.db, [newer]);
    await contact();
    expect([await device.db.sealed.count(), await device.db.balances.toArray()]).toEqual([0, [newer]]);
  });

  it('judges by the corrected clock whether a stored list is from the future', async () => {
    await contact();
    const asOf = device.clock.now + 3_600_000;
    await cache.lists.put({ id: 'balances', asOf, bytes: writeBalanceList('full', asOf, []) });
    await device.db.device.update('self', { clockOffset: 3_600_000 });
    await updateSyncStatus(device.db, { pulledAt: 0 });
    await contact();
    expect((await cache.readList())?.asOf).toBe(asOf);
  });

  it('counts a busy server as a link', async () => {
    device.outcomes = [refused('TOO_MANY_REQUESTS', 429)];
    expect(await contact()).toEqual({ reports: 1, since: [] });
    expect(links).toEqual([]);
  });

  it('does what is due out of turn after fifteen seconds, however busy the stall is', async () => {
    await contact();
    await updateSyncStatus(device.db, { isReportOwed: true, isPullOwed: true });
    device.clock.now += 14_999;
    expect(await contact()).toEqual({ reports: 0, since: [] });
    device.clock.now += 1;
    expect((await contact()).reports).toBe(1);
    expect(await readSyncStatus(device.db)).toMatchObject({ isReportOwed: false, isPullOwed: false });
  });

  it('fetches the whole list once a day, though changes would suffice', async () => {
    await contact();
    for (let hours = 0; hours < 25; hours += 1) {
      device.clock.now += 60 * minute;
      lists = [() => changes(1_000)];
      await contact();
    }
    lists = [];
    device.clock.now += 10 * minute;
    expect((await contact()).since).toEqual([0]);
  });

  it('requests the changes since the list that a power cut left, and everything without one', async () => {
    await contact();
    const [first, left] = [device.clock.now, await cache.lists.toArray()];
    device.clock.now += 10 * minute;
    lists = [() => changes(1_000), () => changes(1_000)];
    await contact();
    await cache.lists.bulkPut(left);
    device.clock.now += 10 * minute;
    expect((await contact()).since).toEqual([first]);
    await cache.lists.clear();
    device.clock.now += 10 * minute;
    expect((await contact()).since).toEqual([0]);
  });

  it('continues with its data when the list does not arrive, and retries', async () => {
    lists = [() => unreachable];
    await contact();
    expect(await readSyncStatus(device.db)).toMatchObject({ pulledAt: 0, isPullOwed: true });
    device.clock.now += 15_000;
    expect((await contact()).since).toEqual([0]);
  });

  it('fetches no list when its report reached no server', async () => {
    device.outcomes = [unreachable];
    expect(await contact()).toEqual({ reports: 1, since: [] });
    expect(links).toEqual(['offline']);
  });

  it('is not silenced by a clock that was set back', async () => {
    await contact();
    device.clock.now -= 24 * 60 * minute;
    expect((await contact()).reports).toBe(1);
  });
});

describe('a device that may not', () => {
  it('has nothing to report before the server accepted it', async () => {
    await changeEnrolment(device.db, { state: 'asked' });
    expect(await contact()).toEqual({ reports: 0, since: [] });
    await device.db.enrolment.clear();
    expect(await contact()).toEqual({ reports: 0, since: [] });
  });

  it('empties its caches when it learns that it is revoked, and fetches nothing more', async () => {
    await contact();
    device.clock.now += 10 * minute;
    device.outcomes = [refused('DEVICE_REVOKED', 403)];
    expect(await contact()).toEqual({ reports: 1, since: [] });
    expect(device.forgotten).toBe(1);
    expect(await readSyncStatus(device.db)).toMatchObject({ listAsOf: 0, fullListAsOf: 0 });
    expect(await readEnrolment(device.db)).toMatchObject({ state: 'revoked', trouble: 'DEVICE_REVOKED' });
  });

  it('keeps asking whether it is still revoked, and works again once it is not', async () => {
    await changeEnrolment(device.db, { state: 'revoked' });
    device.outcomes = [refused('DEVICE_REVOKED', 403)];
    await contact();
    device.clock.now += 5 * minute;
    expect(await contact()).toEqual({ reports: 1, since: [] });
    expect(await readEnrolment(device.db)).toMatchObject({ state: 'active', trouble: '' });
  });
});

import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { RescuedEntry } from '#src/client/local/db/rows.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { type DrainDriver, drainOnce, driveDrain } from '#src/client/sync/drain.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import { makeIssuer, openEnrolledDevice, portsOf } from '#tests/support/device/enrolled-device.ts';
import { syncPorts } from '#tests/support/device/sync-ports.ts';
import { newId, rosalba, storedAt, storePurchase } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const clock = { now: () => storedAt, steady: () => ({ since: 0, ms: storedAt }), random: () => 0.5 };
const later = (ms: number) => ({ state: 'pending', nextAttemptAt: storedAt + ms }) as const;
const issuer = forSuite(makeIssuer);

describe('the next look at the outbox', () => {
  let db: MoneyDb;
  beforeEach(() => {
    db = new MoneyDb(randomUUID());
  });
  const nextAt = async (own: Partial<SyncPorts> = {}) =>
    (await drainOnce(db, syncPorts({ clock, maySendFor: (id) => id === rosalba, ...own }))).nextAt;
  const pending = async (...waits: number[]) => {
    for (const ms of waits) await updateStatus(db, await storePurchase(db), later(ms));
  };

  it('is when the first sendable operation is due, and no sooner than in a second', async () => {
    await pending(9_000, 7_000, 30_000);
    expect(await nextAt()).toBe(storedAt + 7_000);
    await pending(1);
    expect(await nextAt()).toBe(storedAt + 1_000);
  });

  it('is never for operations that no one here may send, or that wait for a sign-in', async () => {
    expect(await nextAt()).toBeNull();
    await pending(7_000);
    expect(await nextAt({ maySendFor: () => false })).toBeNull();
    await db.statuses.toCollection().modify({ state: 'waiting-sign-in' });
    expect(
      await nextAt({
        server: { ...syncPorts({}).server, send: () => Promise.resolve({ kind: 'signed-out' }) },
      }),
    ).toBeNull();
  });

  it("is at once while another person's tab holds the lock, for operations that only this one may send", async () => {
    await pending(0);
    const leader = () => Promise.resolve(false);
    expect(await nextAt({ leader })).toBe(storedAt + 300);
    expect(await nextAt({ leader, maySendFor: () => false })).toBe(storedAt + 5_000);
  });

  it('is when an enrolled device has to query again, for any author and for imported ones', async () => {
    const device = await openEnrolledDevice(issuer);
    const ofDevice = async () => (await drainOnce(device.db, { ...portsOf(device), clock })).nextAt;
    db = device.db;
    await pending(7_000);
    expect(await ofDevice()).toBe(storedAt + 7_000);
    await db.statuses.toCollection().modify({ state: 'in-review' });
    expect(await ofDevice()).toBe(storedAt + 7_000);
    await changeEnrolment(db, { state: 'asked' });
    const rescued = { opId: newId(), deviceId: 'x', seq: 1, state: 'pending', nextAttemptAt: 0 };
    await db.rescued.put(rescued as RescuedEntry);
    expect(await nextAt(), 'it has no journal yet').toBeNull();
  });
});

describe("a tab's timer", () => {
  const device = forEachTest(() => openEnrolledDevice(issuer));
  let driver: DrainDriver;
  let runs: number;
  let failures: string[];
  beforeEach(() => {
    device.clock.now = storedAt;
    [runs, failures] = [0, []];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    driver.stop();
    vi.useRealTimers();
  });

  function drive(own: Partial<SyncPorts> = {}): void {
    const ports = { ...portsOf(device), ...own };
    const leader = own.leader ?? ports.leader;
    driver = driveDrain(device.db, { ...ports, leader: (work) => ((runs += 1), leader(work)) }, (error) =>
      failures.push(String(error)),
    );
    driver.wake();
  }
  /** vi.waitFor would advance the clock. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  }
  /** Resolves when everything that does not wait for a timer has ended. */
  async function rest(): Promise<void> {
    for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  const settled = () => until(() => vi.getTimerCount() === 1);
  async function runsAfter(ms: number): Promise<number> {
    await settled();
    vi.advanceTimersByTime(ms);
    return runs;
  }

  it.each([
    ['twenty seconds where nothing waits', null, 20_000],
    ['twenty seconds at most', 60_000, 20_000],
    ['when the first is due', 7_000, 7_000],
    ['a second at least', 1, 1_000],
  ])('is set to %s', async (_what, waits, ms) => {
    if (waits !== null) await updateStatus(device.db, await storePurchase(device.db), later(waits));
    device.answer = {};
    drive({ server: { ...portsOf(device).server, sync: () => new Promise(() => undefined) } });
    expect([await runsAfter(ms - 1), await runsAfter(1)]).toEqual([1, 2]);
  });

  it('is set to five seconds after a disk failure', async () => {
    drive({ leader: () => Promise.reject(new Error('disk full')) });
    expect([await runsAfter(4_999), await runsAfter(1)]).toEqual([1, 2]);
    expect(failures).toContain('Error: disk full');
  });

  it('is not set once stopped, even in the middle of a run', async () => {
    let release: () => void = () => undefined;
    let isDone = false;
    drive({
      leader: async (work) => {
        await new Promise<void>((resolve) => (release = resolve));
        await work();
        return (isDone = true);
      },
    });
    driver.wake();
    driver.stop();
    release();
    await until(() => isDone);
    await rest();
    driver.wake();
    release();
    await rest();
    expect([runs, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('is single, however often the tab is woken', async () => {
    drive({ server: { ...portsOf(device).server, sync: () => new Promise(() => undefined) } });
    await settled();
    driver.wake();
    await until(() => runs === 2);
    await rest();
    await settled();
    expect(vi.getTimerCount()).toBe(1);
    driver.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps the device current in parallel to sending, one call at a time, and reports failures', async () => {
    let calls = 0;
    let fail: (error: Error) => void = () => undefined;
    const sign = () => {
      calls += 1;
      return new Promise<string>((_resolve, reject) => (fail = reject));
    };
    drive({ sign });
    await until(() => calls === 1);
    await runsAfter(20_000);
    await settled();
    await rest();
    expect([runs, calls]).toEqual([2, 1]);
    fail(new Error('no key'));
    await until(() => failures.length > 0);
    expect(failures).toEqual(['Error: no key']);
    await runsAfter(20_000);
    await until(() => calls === 2);
  });
});

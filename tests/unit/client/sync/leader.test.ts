import 'fake-indexeddb/auto';
import '#tests/support/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/money-db.ts';
import { createLeader } from '#src/client/sync/leader.ts';

const minute = 60_000;
let db: MoneyDb;
let now: number;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
  now = Date.parse('2026-11-21T12:00:00Z');
});
afterEach(() => vi.unstubAllGlobals());

const tab = (name: string) => createLeader(db, name, () => now);
/** Work that lasts until the returned function is called. */
function lasting(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}
const lease = () => db.leases.get('drain');

describe('one sender at a time, where there are no Web Locks', () => {
  it('keeps a second tab out while the first one sends, and lets it in afterwards', async () => {
    const { work, end } = lasting();
    const first = tab('one')(work);
    await vi.waitUntil(lease);
    let hasWorked = false;
    const second = () =>
      tab('two')(async () => {
        hasWorked = true;
      });
    expect([await second(), hasWorked]).toEqual([false, false]);
    end();
    expect(await first).toBe(true);
    expect([await second(), hasWorked]).toEqual([true, true]);
    expect(await lease()).toBeUndefined();
  });

  it('lets a second tab in a minute after the first one died, not before', async () => {
    await db.leases.put({ id: 'drain', owner: 'dead', expiresAt: now + minute });
    now += minute - 1;
    expect(await tab('two')(() => Promise.resolve())).toBe(false);
    now += 1;
    expect(await tab('two')(() => Promise.resolve())).toBe(true);
  });

  it('does not wait a day for a dead tab whose clock was set back since', async () => {
    await db.leases.put({ id: 'drain', owner: 'dead', expiresAt: now + minute });
    now -= 24 * 60 * minute;
    expect(await tab('two')(() => Promise.resolve())).toBe(true);
  });

  it('gives the lease back when the work failed, and says so', async () => {
    const failing = tab('one')(() => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    expect(await lease()).toBeUndefined();
  });

  it('lets the same tab go on with its own lease', async () => {
    await db.leases.put({ id: 'drain', owner: 'one', expiresAt: now + minute });
    expect(await tab('one')(() => Promise.resolve())).toBe(true);
  });
});

describe('one sender at a time, with Web Locks', () => {
  it('asks for the lock only if it is free, and writes no lease', async () => {
    const asked: unknown[] = [];
    let isFree = true;
    const request = async (
      name: string,
      options: object,
      work: (lock: object | null) => Promise<boolean>,
    ) => {
      asked.push([name, options]);
      return work(isFree ? {} : null);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    let runs = 0;
    const leader = tab('one');
    const work = async (): Promise<void> => {
      runs += 1;
      expect(await lease()).toBeUndefined();
    };
    expect(await leader(work)).toBe(true);
    isFree = false;
    expect(await leader(work)).toBe(false);
    expect(runs).toBe(1);
    expect(asked).toEqual([1, 2].map(() => ['outbox-drain', { ifAvailable: true }]));
  });
});

import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
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

describe('the lock of the sender, without Web Locks', () => {
  it('keeps a second tab out while the first one sends, and admits it afterwards', async () => {
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

  it('admits a second tab a minute after the first one died, not before', async () => {
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

  it('returns the lease when the work failed, and rethrows', async () => {
    const failing = tab('one')(() => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    expect(await lease()).toBeUndefined();
  });

  it('lets the same tab continue with its own lease', async () => {
    await db.leases.put({ id: 'drain', owner: 'one', expiresAt: now + minute });
    expect(await tab('one')(() => Promise.resolve())).toBe(true);
  });
});

describe('the lock of the sender, with Web Locks', () => {
  type Options = { ifAvailable?: boolean; steal?: boolean };
  let asked: Options[];
  let isFree: boolean;
  let page: EventTarget;
  beforeEach(() => {
    asked = [];
    isFree = true;
    page = new EventTarget();
    const request = async (name: string, options: Options, hold: (lock: object | null) => Promise<void>) => {
      expect(name, 'the same as in pages of another version').toBe('outbox-drain');
      asked.push(options);
      await hold(isFree || options.steal === true ? {} : null);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  });

  it('requests the lock only if it is free, and writes no lease', async () => {
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
    expect(asked).toEqual([{ ifAvailable: true }, { ifAvailable: true }]);
  });

  it('takes the lock of a page that is gone after a minute, not before', async () => {
    isFree = false;
    const leader = tab('one');
    const tryToLead = () => leader(() => Promise.resolve());
    expect(await tryToLead()).toBe(false);
    now += minute - 1;
    expect(await tryToLead()).toBe(false);
    now += 1;
    expect(await tryToLead()).toBe(true);
    expect(asked.at(-1)).toEqual({ steal: true });
    isFree = true;
    expect(await tryToLead()).toBe(true);
    expect(asked.at(-1)).toEqual({ ifAvailable: true });
    isFree = false;
    expect(await tryToLead()).toBe(false);
    now -= 24 * 60 * minute;
    expect(await tryToLead(), 'a clock that was set back').toBe(true);
  });

  it('releases the lock when its page is left in the middle', async () => {
    const { work, end } = lasting();
    let isLocked = true;
    const { locks } = navigator as unknown as { locks: { request: (...given: unknown[]) => Promise<void> } };
    const { request } = locks;
    locks.request = (...given) => request(...given).finally(() => (isLocked = false));
    const removed = vi.spyOn(page, 'removeEventListener');
    vi.stubGlobal('removeEventListener', removed);
    const led = tab('one')(work);
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    expect(isLocked, 'as long as it works').toBe(true);
    page.dispatchEvent(new Event('pagehide'));
    await vi.waitUntil(() => !isLocked);
    expect(removed.mock.calls.map(([event]) => event)).toEqual(['pagehide']);
    end();
    expect(await led).toBe(true);
  });

  it('completes its work when another tab has taken over the lock, and fails when the work failed', async () => {
    const request = async (_name: string, _options: Options, hold: (lock: object) => Promise<void>) => {
      void hold({}).catch(() => undefined);
      throw new DOMException('stolen', 'AbortError');
    };
    vi.stubGlobal('navigator', { locks: { request } });
    let isDone = false;
    const work = async (): Promise<void> => {
      await Promise.resolve();
      isDone = true;
    };
    expect([await tab('one')(work), isDone]).toEqual([true, true]);
    await expect(tab('one')(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  });

  it('fails when the browser gives no answer about its locks', async () => {
    const request = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request } });
    const work = vi.fn(() => Promise.resolve());
    await expect(tab('one')(work)).rejects.toThrow('not here');
    expect(work).not.toHaveBeenCalled();
  });
});

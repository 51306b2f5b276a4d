import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import type * as firstFigure from '#src/client/local/live/first-figure.ts';

/** The module of a page that has just begun, on a device with these databases. */
async function page(names: readonly string[]): Promise<typeof firstFigure> {
  vi.resetModules();
  vi.stubGlobal('indexedDB', { databases: () => Promise.resolve(names.map((name) => ({ name }))) });
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.reject(new Error('no files')) } });
  return import('#src/client/local/live/first-figure.ts');
}

/** Returns whether the database may load now. */
async function isTurn({ databaseTurn }: typeof firstFigure): Promise<boolean> {
  let isNow = false;
  void databaseTurn().then(() => (isNow = true));
  await vi.advanceTimersByTimeAsync(0);
  return isNow;
}

const preload = vi.fn(() => Promise.resolve());

beforeEach(() => {
  preload.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the database of a page', () => {
  it('loads at once where no page holds it, as on a customer’s phone', async () => {
    expect(await isTurn(await page([]))).toBe(true);
  });

  it('loads at once where this device has stored something: it may be money to send', async () => {
    const held = await page([moneyDbName]);
    held.holdDatabase(preload);
    expect(await isTurn(held)).toBe(true);
    expect(preload).toHaveBeenCalledOnce();
  });

  it('loads after four seconds when the server is slow', async () => {
    const held = await page([]);
    held.holdDatabase(preload);
    expect(await isTurn(held)).toBe(false);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(await isTurn(held)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await isTurn(held)).toBe(true);
  });
});

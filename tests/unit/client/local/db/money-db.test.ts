import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb, reusesLogs, startNewLog } from '#src/client/local/db/money-db.ts';
import { storePurchase } from '#tests/support/market/stored-operations.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the money database of a device', () => {
  it('reports "saved" only once the disk has it: every write asks the browser to flush', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await storePurchase(new MoneyDb(randomUUID()));
    const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writes.length).toBeGreaterThan(0);
    for (const [, , options] of writes) expect(options).toEqual({ durability: 'strict' });
  });

  it('starts a new log only in browsers that continue an old one', () => {
    vi.stubGlobal('navigator', { userAgentData: {} });
    expect(reusesLogs()).toBe(true);
    vi.stubGlobal('navigator', {});
    expect(reusesLogs()).toBe(false);
    vi.stubGlobal('navigator', undefined);
    expect(reusesLogs()).toBe(false);
  });

  const opening = (kind: string, own: object) => {
    const request = Object.assign(new EventTarget(), own);
    queueMicrotask(() => request.dispatchEvent(new Event(kind)));
    return { open: () => request } as unknown as IDBFactory;
  };
  it.each([
    ['error', { error: new Error('disk full') }, 'disk full'],
    ['error', { error: null }, 'not opened'],
    ['blocked', {}, 'blocked'],
  ])('says why a new log could not be begun: %s', async (kind, own, why) => {
    await expect(startNewLog(opening(kind, own))).rejects.toThrow(why);
  });

  it.each([
    [new Error('disk full'), 'disk full'],
    [null, 'not written'],
  ])('says why a new log could not be written, and shuts it', async (error, why) => {
    const close = vi.fn();
    const transaction = () => {
      const one = Object.assign(new EventTarget(), { error, objectStore: () => ({ put: () => undefined }) });
      queueMicrotask(() => one.dispatchEvent(new Event('abort')));
      return one;
    };
    const failing = opening('success', { result: { transaction, close } });
    await expect(startNewLog(failing)).rejects.toThrow(why);
    expect(close).toHaveBeenCalledOnce();
  });
});

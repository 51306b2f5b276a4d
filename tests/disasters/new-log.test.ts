import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { startNewLog } from '#src/client/local/db/money-db.ts';

/** Chromium: size of one log, and the size from which a value is a separate file, bytes. */
const logBytes = 4 * 1024 * 1024;
const fileBytes = 64 * 1024;

function rowsLeft(disk: IDBFactory): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = disk.open('mercado-relleno');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
    opening.addEventListener('success', () => {
      const count = opening.result.transaction('rows').objectStore('rows').count();
      count.addEventListener('success', () => {
        opening.result.close();
        resolve(count.result);
      });
    });
  });
}

describe("a new log for this browser's databases", () => {
  it('starts after more rows than one log holds, and leaves nothing', async () => {
    const disk = new IDBFactory();
    for (let start = 0; start < 2; start += 1) {
      const sizes: number[] = [];
      const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
        this: IDBObjectStore,
        value: string,
        key?: IDBValidKey,
      ) {
        sizes.push(value.length);
        return this.add(value, key);
      });
      await startNewLog(disk);
      put.mockRestore();
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(logBytes);
      expect(Math.max(...sizes)).toBeLessThan(fileBytes);
      expect(await rowsLeft(disk)).toBe(0);
    }
  });

  it('reports when the disk rejects it', async () => {
    const disk = new IDBFactory();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(startNewLog(disk)).rejects.toThrow('full');
    full.mockRestore();
  });
});

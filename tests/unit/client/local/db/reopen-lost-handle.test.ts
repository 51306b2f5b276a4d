import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { transact, withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';

function failure(name: string): Error {
  return Object.assign(new Error(name), { name });
}

describe('work on a database whose handle the browser dropped', () => {
  const db = new Dexie('handles');
  db.version(1).stores({ rows: 'id' });
  const close = vi.spyOn(db, 'close');

  it.each(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'OpenFailedError'])(
    'is repeated after %s, with the database reopened',
    async (name) => {
      close.mockClear();
      const work = vi
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce(failure(name))
        .mockResolvedValue('done');
      expect(await withLiveHandle(db, work)).toBe('done');
      expect(close).toHaveBeenCalledOnce();
      expect(db.isOpen()).toBe(true);
    },
  );

  it('is repeated on its last step when another caller reopened the database, and keeps the handle', async () => {
    close.mockClear();
    const work = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(failure('PrematureCommitError'))
      .mockResolvedValue('done');
    expect(await withLiveHandle(db, work)).toBe('done');
    expect(close).not.toHaveBeenCalled();
  });

  it('that is overtaken each time fails after the fifth attempt', async () => {
    const work = vi.fn<() => Promise<string>>();
    for (let times = 0; times < 4; times += 1) work.mockRejectedValueOnce(failure('PrematureCommitError'));
    work.mockResolvedValueOnce('done').mockRejectedValue(failure('PrematureCommitError'));
    expect(await withLiveHandle(db, work)).toBe('done');
    work.mockClear();
    await expect(withLiveHandle(db, work)).rejects.toThrow('PrematureCommitError');
    expect(work).toHaveBeenCalledTimes(6);
  });

  it('reports a full disk at once, and does not try a second failure a third time', async () => {
    const full = vi.fn<() => Promise<string>>().mockRejectedValue(failure('QuotaExceededError'));
    await expect(withLiveHandle(db, full)).rejects.toThrow('QuotaExceededError');
    expect(full).toHaveBeenCalledOnce();
    const gone = vi.fn<() => Promise<string>>().mockRejectedValue(failure('DatabaseClosedError'));
    await expect(withLiveHandle(db, gone)).rejects.toThrow('DatabaseClosedError');
    expect(gone).toHaveBeenCalledTimes(2);
  });
});

describe('a transaction that ends between two steps', () => {
  class Shelves extends Dexie {
    declare books: Dexie.Table<{ id: string }, string>;
    declare cards: Dexie.Table<{ id: string }, string>;
  }
  const db = new Shelves('shelves');
  db.version(1).stores({ books: 'id', cards: 'id' });

  it('starts anew, and nothing of it is written outside a transaction', async () => {
    const found: number[] = [];
    await transact(db, 'rw', [db.books, db.cards], async (inside) => {
      found.push(await inside.cards.count());
      const ended = new Promise<void>((resolve) => {
        Dexie.currentTransaction?.on('complete', () => resolve());
      });
      await inside.books.put({ id: 'a book' });
      if (found.length > 1) await inside.cards.put({ id: 'its card' });
      else {
        await ended;
        // Reopening a handle beside it leaves the running work without its transaction.
        await Dexie.ignoreTransaction(() => inside.cards.put({ id: 'a card of nothing' }));
      }
    });
    expect(found).toEqual([0, 0]);
    expect([await db.books.count(), await db.cards.count()]).toEqual([1, 1]);
  });
});

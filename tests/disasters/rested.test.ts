import 'fake-indexeddb/auto';
import Dexie, { liveQuery } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rested } from '#src/client/local/live/live-queries.ts';

describe('a query that pauses between two results', () => {
  const db = new Dexie('rested');
  db.version(1).stores({ rows: 'id' });
  const rows = db.table<{ id: number }, number>('rows');
  afterEach(() => db.delete());

  it('still sees every change after a pause, without a read for each', async () => {
    let reads = 0;
    const seen: number[] = [];
    const ask = rested(async () => {
      reads += 1;
      const all = await rows.toArray();
      // A slow read, so that the next one pauses.
      const until = performance.now() + 20;
      while (performance.now() < until);
      return all.length;
    });
    const subscription = liveQuery(ask).subscribe((count) => seen.push(count));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    for (let round = 1; round <= 3; round++) {
      for (let id = 0; id < 20; id++) await rows.put({ id: round * 100 + id });
      await vi.waitFor(() => expect(seen.at(-1)).toBe(round * 20), { timeout: 5_000 });
    }
    subscription.unsubscribe();
    expect(reads).toBeLessThan(30);
  });
});

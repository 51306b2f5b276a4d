import 'fake-indexeddb/auto';
import Dexie, { liveQuery, type DBCore } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';

describe('a slow write that the disk finally rejects', () => {
  const db = new MoneyDb('shown-when-stored');
  let refuse: (() => void) | null = null;
  // Below the whole library: the disk itself.
  db.use({
    stack: 'dbcore',
    name: 'slow disk',
    level: -100,
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => ({
        ...core.table(name),
        mutate: () =>
          new Dexie.Promise((_, reject) => {
            refuse = () => reject(new Error('the disk is full'));
          }) as Promise<never>,
      }),
    }),
  });
  afterEach(() => db.delete());

  it('is never shown', async () => {
    const shown: number[] = [];
    const subscription = liveQuery(() => db.leases.toArray()).subscribe((rows) => shown.push(rows.length));
    await expect.poll(() => shown).toEqual([0]);
    const saved = db.leases.put({ id: 'drain', owner: 'tab', expiresAt: 1 });
    await expect.poll(() => refuse).not.toBeNull();
    // Time enough for any screen to show it.
    for (let read = 0; read < 5; read += 1) expect(await db.leases.count()).toBe(0);
    expect(shown).not.toContain(1);
    refuse?.();
    await expect(saved).rejects.toThrow('the disk is full');
    expect(shown).not.toContain(1);
    subscription.unsubscribe();
  });
});

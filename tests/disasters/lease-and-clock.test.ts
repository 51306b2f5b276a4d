import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { createLeader } from '#src/client/sync/leader.ts';

describe("the sender's lease without Web Locks", () => {
  it('ends on time when its tab died and the clock was set back by a day', async () => {
    const db = new MoneyDb(randomUUID());
    const clock = { now: 1_795_258_800_000 };
    const dead = createLeader(db, 'dead', () => clock.now);
    const next = createLeader(db, 'next', () => clock.now);
    void dead(() => new Promise(() => undefined));
    await expect.poll(() => db.leases.count()).toBe(1);
    const tryToLead = async (): Promise<boolean> => next(async () => undefined);
    expect(await tryToLead()).toBe(false);
    clock.now -= 86_400_000;
    expect(await tryToLead()).toBe(true);
    db.close();
  });
});

import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { type DrainDriver, driveDrain } from '#src/client/sync/drain.ts';
import type { SendAnswer, SyncPorts } from '#src/client/sync/ports.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { syncPorts } from '#tests/support/device/sync-ports.ts';
import { receiptOf, storePurchase, storedAt } from '#tests/support/market/stored-operations.ts';

let db: MoneyDb;
let driver: DrainDriver;
let sent: string[];
let failures: unknown[];

beforeEach(() => {
  db = new MoneyDb(randomUUID());
  [sent, failures] = [[], []];
});
afterEach(() => driver.stop());

const receipt = { purchase: receiptOf(toVoucherId(randomUUID()), 0) };

function drive(own: Partial<SyncPorts> = {}, send?: () => Promise<SendAnswer>): void {
  // The clock starts at the stored moment, and runs on.
  const since = Date.now();
  const now = (): number => storedAt + Date.now() - since;
  const ports = syncPorts({
    clock: { now, steady: () => ({ since: 0, ms: now() }), random: () => 0.5 },
    server: {
      send: ({ opId }) => {
        sent.push(opId);
        return send?.() ?? Promise.resolve({ kind: 'accepted', receipt });
      },
    },
    maySendFor: () => true,
    ...own,
  });
  driver = driveDrain(db, new CacheDb(randomUUID()), ports, (error) => failures.push(error));
}
const untilSent = (count: number) => vi.waitUntil(() => sent.length === count);
const openCount = () => db.statuses.where('state').anyOf('pending', 'sending').count();

describe("a tab's drain", () => {
  it('runs once at a time: operations written meanwhile follow in the next run', async () => {
    const first = await storePurchase(db);
    let release: (outcome: SendAnswer) => void = () => undefined;
    let running = 0;
    let most = 0;
    drive({}, () => {
      running += 1;
      most = Math.max(most, running);
      return new Promise((resolve) => {
        release = (outcome) => {
          running -= 1;
          resolve(outcome);
        };
      });
    });
    driver.wake();
    await untilSent(1);
    const second = await storePurchase(db);
    for (let woken = 0; woken < 5; woken += 1) driver.wake();
    release({ kind: 'accepted', receipt });
    await untilSent(2);
    release({ kind: 'accepted', receipt });
    await vi.waitUntil(async () => (await openCount()) === 0);
    expect([sent, most]).toEqual([[first, second], 1]);
  });
});

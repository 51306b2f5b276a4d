import { describe, expect, it, vi } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { closeMonth } from '#src/server/months/close-month.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';

/** A promise that one part of a test resolves for another. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  const held: { resolve: () => void } = { resolve: () => undefined };
  const promise = new Promise<void>((resolve) => {
    held.resolve = resolve;
  });
  return { promise, resolve: () => held.resolve() };
}

const zone = 'America/Bogota';

describe('a sale into a month that is closing, by a process whose clock is a year behind', () => {
  const { opened, market } = smallMarketForSuite();

  it('does not wait for the closing while the closing waits for it: it fails, and may be retried (L28)', async () => {
    const { database } = opened;
    const codeQrUuid = await market.issue(1_000);
    await foldAll(database, zone);
    await writeCheckpoint(database, await auditLedger(database), new Date());
    const command = {
      userId: market.customer,
      estanteId: market.stalls[0],
      codeQrUuid,
      price: toAmount(1),
    };
    const [locked, waiting] = [signal(), signal()];
    // It waits for the month while holding its other locks.
    const sale = locked.promise
      .then(() => recordPurchase(market, command, null, undefined))
      .catch((error: unknown) => error);
    const isWaiting = async (): Promise<boolean> => {
      const { rowCount } = await database.query({
        text: `select 1 from pg_locks where relation = 'posting_before'::regclass and not granted`,
      });
      return rowCount > 0;
    };
    const noticed = locked.promise.then(() => vi.waitUntil(isWaiting)).finally(waiting.resolve);
    const began = Date.now();
    const { postings } = await closeMonth(database, 'antes', {
      archive: async (pages) => {
        let count = 0;
        for await (const rows of pages) count += rows.length;
        locked.resolve();
        await waiting.promise;
        return { archive: 'nowhere', digest: '', postings: count };
      },
      now: new Date(Date.now() + 3 * 366 * 86_400_000),
      extras: [],
    });
    expect(Date.now() - began, 'ms that the closing took').toBeLessThan(5_000);
    expect(postings).toBe(2);
    expect(await noticed).toBe(true);
    expect(await sale).toMatchObject({ code: 'UNAVAILABLE' });
    expect((await auditLedger(database)).findings).toEqual([]);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readCheckpoint, writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import {
  openRestorableDatabase,
  type RestorableDatabase,
} from '#tests/support/server/restorable-database.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { openOwnMarket } from './random/market.ts';
import { Place } from './random/place.ts';
import { sequence } from './random/steps.ts';

const sequences = 500;
/** An audit goes on where the one before it ended, and reads the sums of all markets. */
const auditEvery = 10;

/**
 * Sequences of operations of every kind over PostgreSQL, each in a market of its own, against books that are made of the answers alone. A
 * failure prints its seed and path, and the shortest sequence that still fails.
 */
describe('random sequences of every kind', () => {
  let database: RestorableDatabase;
  let app: App;
  beforeAll(async () => {
    database = await openRestorableDatabase();
    app = await openTestApp(database.database);
  });
  afterAll(async () => {
    await app.close();
    await database.stop();
  });

  /** Goes on where the audit before it ended. */
  const audit = async (): Promise<string[]> => {
    await foldDays(database.database, 'America/Bogota');
    const from = await readCheckpoint(database.database);
    const audited = await auditLedger(database.database, 'reason' in from ? null : from);
    await writeCheckpoint(database.database, audited, new Date());
    return audited.findings;
  };

  it('leave in the ledger what their answers said, and nothing for the audit', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async ({ begin, steps, copyAt }) => {
        const place = new Place(await openOwnMarket(app, database.database), database.database);
        for (const one of begin) await place.run(one);
        let copied = place.books;
        for (const [n, one] of steps.entries()) {
          if (n === copyAt) {
            await database.copy();
            copied = place.copy();
          }
          await place.run(one);
        }
        await place.compare();
        if (copyAt !== null) {
          await database.putBack();
          await place.restore(copied);
          await place.compare();
        }
        done += 1;
        if (done % auditEvery === 0) expect(await audit()).toEqual([]);
      }),
      { numRuns: sequences, seed: 20_261_125 },
    );
    expect((await auditLedger(database.database)).findings).toEqual([]);
  }, 1_800_000);
});

import fc from 'fast-check';
import { expect } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readCheckpoint, writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { openRestorableDatabase } from '#tests/support/server/restorable-database.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { openOwnMarket } from './market.ts';
import { Place } from './place.ts';
import type { Sequence } from './steps.ts';

/** Sequences between audits. An audit continues from the last one and reads the sums of all markets. */
const auditEvery = 10;
const dailySeed = 20_261_127;

/**
 * Plays `count` sequences over PostgreSQL, each in its own market, against books made only of the answers,
 * and returns the findings of a whole audit. `npm run campaign` draws a new seed. A failure prints its seed,
 * its path and the shortest failing sequence; `SEQUENCES_SEED` and `SEQUENCES_PATH` repeat it, and
 * `SEQUENCES` sets the number.
 */
export async function holdSequences(sequences: fc.Arbitrary<Sequence>, count: number): Promise<string[]> {
  const { SEQUENCES, SEQUENCES_SEED, SEQUENCES_PATH } = process.env;
  const database = await openRestorableDatabase();
  const app = await openTestApp(database.database);
  /** Continues from the last audit. */
  const audit = async (): Promise<string[]> => {
    await foldDays(database.database, 'America/Bogota');
    const from = await readCheckpoint(database.database);
    const audited = await auditLedger(database.database, 'reason' in from ? null : from);
    await writeCheckpoint(database.database, audited, new Date());
    return audited.findings;
  };
  let done = 0;
  try {
    await fc.assert(
      fc.asyncProperty(sequences, async ({ begin, steps, copyAt }) => {
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
      {
        numRuns: SEQUENCES ? Number(SEQUENCES) : count,
        seed: Number(SEQUENCES_SEED ?? dailySeed),
        ...(SEQUENCES_PATH ? { path: SEQUENCES_PATH } : {}),
      },
    );
    return (await auditLedger(database.database)).findings;
  } finally {
    await app.close();
    await database.stop();
  }
}

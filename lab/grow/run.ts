import { parseArgs } from 'node:util';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readCheckpoint, writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { usualPool } from '#src/server/store/pooling/pool-limits.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openTwoMarkets } from '#tests/support/market/two-markets.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { openTestDatabase } from '#tests/support/server/test-database.ts';
import { callsOf } from './calls.ts';
import { findDear, tableOf } from './compare.ts';
import { costOf, type Cost } from './measure.ts';
import { fillWorld } from './world.ts';

/* `npm run grow -- --purchases 1000000`: a country with a hundredth, a tenth and all of these purchases in
   the past, one after another in a separate PostgreSQL in the temporary folder, and the pages of 8 KB that
   each call reads there, because times on a busy machine mean nothing. From a tenth to all of it a call
   may read 1.5 times as much per row shown, or as much as its bounded scan. Never part of the tests. */
const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '1000000' },
    'a-day': { type: 'string', default: '3300' },
    calls: { type: 'string', default: '' },
  },
});
const [all, aDay] = [Number(values.purchases), Number(values['a-day'])];
if (!Number.isSafeInteger(all) || all < 10_000)
  throw new Error('npm run grow -- --purchases 1000000 [--a-day 3300] [--calls customers]');
const sizes = [all / 100, all / 10, all].map(Math.round);
const costs: Map<string, Cost>[] = [];
for (const size of sizes) costs.push(await costsAt(size));
process.stdout.write(tableOf(sizes, costs));
const dear = findDear(costs);
process.stdout.write(
  dear.length === 0 ? 'Nothing grows with what was ever recorded.\n' : `Grows: ${dear.join('; ')}\n`,
);
process.exitCode = dear.length === 0 ? 0 : 1;

/** In a separate PostgreSQL: a data set with this many purchases, and the pages that each call reads. */
async function costsAt(size: number): Promise<Map<string, Cost>> {
  const opened = await openTestDatabase();
  const { databaseUrl } = opened;
  const database = await openPostgres({
    databaseUrl,
    log: () => undefined,
    limits: { ...usualPool, money: 1, read: 1, statementSeconds: 3_600 },
  });
  // A million purchases take longer to write than a token lasts.
  const app = await openTestApp(database, { environment: { ACCESS_TOKEN_MINUTES: '1440' } });
  try {
    const own = await openTwoMarkets(app, database);
    await timed(`${size} purchases filled`, () => fillWorld(database, own, { purchases: size, aDay }));
    await timed('days summed', () => foldDays(database, 'America/Bogota'));
    // As the database does a few minutes later.
    for (const table of ['ledger_day', 'ledger_sum'])
      await database.query({ text: `vacuum (analyze) ${table}` });
    const costs = new Map<string, Cost>();
    const calls = (await callsOf(app, database, own)).filter(({ name }) => name.includes(values.calls));
    for (const { name, ask, walks } of calls) costs.set(name, { ...(await costOf(database, ask)), walks });
    if (values.calls === '') {
      const whole = await auditLedger(database);
      if (whole.findings.length > 0)
        throw new Error(`the world is wrong: ${whole.findings.slice(0, 5).join(' ')}`);
      await writeCheckpoint(database, whole, new Date());
      costs.set(
        'audit from the last one',
        await costOf(database, async () => {
          const from = await readCheckpoint(database);
          if ('reason' in from) throw new Error(from.reason);
          return (await auditLedger(database, from)).findings.length + 1;
        }),
      );
    }
    return costs;
  } finally {
    await app.close();
    await database.close();
    await opened.stop();
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  process.stderr.write(`${what} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)\n`);
}

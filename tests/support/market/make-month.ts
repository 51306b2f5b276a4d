import { createHash } from 'node:crypto';
import { generateMonth, monthBegins } from '#scripts/month/generate-month.ts';
import type { MonthCounts } from '#scripts/month/month-deps.ts';
import { readRulesMet, type RulesMet } from '#scripts/month/rules-met.ts';
import { enterStoryWorld } from '#scripts/month/story-world.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openTestDatabase } from '#tests/support/server/test-database.ts';

export type MadeMonth = { counts: MonthCounts; findings: string[]; fingerprint: string; met: RulesMet };

const size = { markets: 2, stalls: 4, points: 2, customers: 40, days: 15, purchases: 300 };

/** Generates a small month for the seed of the command line, and prints its totals for the parent. */
const { database, stop } = await openTestDatabase();
try {
  await migrate(database);
  const world = enterStoryWorld(Number(process.argv[2]), monthBegins);
  const counts = await generateMonth(database, world, size, () => undefined);
  const { findings } = await auditLedger(database);
  const { rows } = await database.query({
    text: `select m.id, m.kind, m.reference, m.recorded_at, p.leg, p.account_id, p.amount
      from movement m join posting p on p.movement_id = m.id order by m.id, p.leg`,
  });
  const met = await readRulesMet(database);
  const fingerprint = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  const made: MadeMonth = { counts, findings, fingerprint, met };
  process.send?.(made);
} finally {
  await stop();
}

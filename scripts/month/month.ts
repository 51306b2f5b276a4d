import { parseArgs } from 'node:util';
import { fillDatabase } from '#scripts/demo/fill-database.ts';
import { readConfig } from '#src/server/run/config.ts';
import { generateMonth, monthBegins, ordinaryMonth } from './generate-month.ts';
import { percentMet, readRulesMet } from './rules-met.ts';
import { enterStoryWorld } from './story-world.ts';

/**
 * `npm run month -- --seed 7`: a month of three markets into an empty DATA_DIR (data/month) or DATABASE_URL,
 * through the routes' services. The same seed gives the same month. Afterwards `npm run audit` checks whether
 * it balances, and `npm run demo` with the same DATA_DIR serves it.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, purchases: { type: 'string' } },
});
const seed = Number(values.seed);
const purchases = Number(values.purchases ?? ordinaryMonth.purchases);
const startedAt = performance.now();
const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

try {
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(purchases) || purchases < 1)
    fail('Uso: npm run month -- --seed 7 [--purchases 100000]');
  const config = readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? 'data/month' });
  await fillDatabase(config, fail, async (database) => {
    const world = enterStoryWorld(seed, monthBegins - 86_400_000);
    const counts = await generateMonth(database, world, { ...ordinaryMonth, purchases }, (day, soFar) => {
      process.stdout.write(`Día ${day}: ${soFar.purchases} compras (${elapsed()})\n`);
    });
    process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`);
    const met = await readRulesMet(database);
    const share = (of: 'sales' | 'top-ups'): string => `${percentMet(met, of).toFixed(2)} %`;
    process.stdout.write(`${JSON.stringify(met, null, 2)}\n`);
    process.stdout.write(
      `Reglas contra quien miente: ${share('sales')} de las ventas y ${share('top-ups')} de las recargas\n`,
    );
  });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

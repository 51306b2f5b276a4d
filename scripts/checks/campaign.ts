import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { runCommand } from '#scripts/run-command.ts';

/**
 * `npm run campaign -- --runs 10000 --kills 200 --races 200`: long runs that find rare faults. Whole market
 * days, one seed each, new ones without `--seed`; days of every way into the ledger over PostgreSQL; every
 * planted bug; the long browser scenes; the main job in every available browser; the listed mistakes in money
 * code; the server and its PostgreSQL killed; a browser killed, and two tabs in a race. In sequence; ends at
 * the first finding.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    kills: { type: 'string', default: '200' },
    races: { type: 'string', default: '200' },
  },
});
const { runs, seed, kills, races } = values;

try {
  await buildIfStale();
  await runCommand('npm', ['run', 'simulate:night', '--', '--runs', runs, '--seed', seed]);
  await runCommand('npx', ['vitest', 'run', 'tests/properties/ways-in.test.ts'], {
    WAYS_IN_DAYS: '300',
    WAYS_IN_SEED: seed,
  });
  await runCommand('npm', ['run', 'simulate:bugs']);
  await runCommand('npx', ['vitest', 'run', '--project', 'campaign']);
  await runCommand('npm', ['run', 'reach']);
  await runCommand('npm', ['run', 'mutants']);
  await runCommand('npx', ['vitest', 'run', 'tests/disasters/server-killed.test.ts'], {
    KILL_ROUNDS: kills,
  });
  await runCommand('npm', ['run', 'kill', '--', '--rounds', kills, '--races', races, '--seed', seed]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

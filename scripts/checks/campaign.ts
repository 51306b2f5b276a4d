import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { runCommand } from '#scripts/run-command.ts';

/**
 * `npm run campaign -- --runs 10000 --kills 200 --races 200`: what takes hours and finds what is rare. Whole market days, a
 * seed each, new ones where `--seed` names none; days of every way in to the money and random sequences over PostgreSQL; every planted bug; every order of a small world; the long walks in browsers, a day
 * outside the own model among them; the main job in every browser there is; small mistakes in the source, so many of each room; the server and its PostgreSQL killed; a browser killed, and two tabs in a race. One
 * after the other; ends at the first that finds something.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    kills: { type: 'string', default: '200' },
    races: { type: 'string', default: '200' },
    mutants: { type: 'string', default: '600' },
  },
});
const { runs, seed, kills, races, mutants } = values;

try {
  await buildIfStale();
  await runCommand('npm', ['run', 'simulate', '--', '--runs', runs, '--seed', seed]);
  await runCommand('npx', ['vitest', 'run', '--project', 'rules', 'tests/properties/ways-in.test.ts'], {
    WAYS_IN_DAYS: '300',
    WAYS_IN_SEED: seed,
  });
  for (const name of ['random-sequences', 'random-restores'])
    await runCommand(
      'npx',
      ['vitest', 'run', '--project', 'rules-later', `tests/properties/${name}.test.ts`],
      {
        SEQUENCES: '5000',
        SEQUENCES_SEED: seed,
      },
    );
  await runCommand('npm', ['run', 'simulate:bugs']);
  for (const world of ['put-back', 'two-stalls', 'put-right'])
    await runCommand('npm', ['run', 'explore', '--', '--world', world]);
  await runCommand('npm', ['run', 'explore', '--', '--bugs']);
  await runCommand('npx', ['vitest', 'run', '--project', 'campaign']);
  await runCommand('npm', ['run', 'reach']);
  await runCommand('npm', ['run', 'mutants', '--', '--sample', mutants]);
  await runCommand(
    'npx',
    ['vitest', 'run', '--project', 'disasters', 'tests/disasters/server-killed.test.ts'],
    {
      KILL_ROUNDS: kills,
    },
  );
  await runCommand('npm', ['run', 'kill', '--', '--rounds', kills, '--races', races, '--seed', seed]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

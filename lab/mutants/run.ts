import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { testFiles } from '#scripts/checks/test-files.ts';
import { survivorsOf, withCopies } from './copies.ts';
import { readMutants } from './list.ts';

/**
 * `npm run mutants` plants each mutant of `list.txt` alone in a copy of the codebase and runs tests against it.
 * `--list lab/simulation/bugs.txt` plants the simulator's.
 * `--tests tests/unit/domain,tests/disasters` chooses their path prefixes; given again, the next set runs
 * against the mutants that no earlier set noticed. `--only src/server` chooses mutants by their file.
 * `--workers 2` copies run side by side. Ends with 1 when a mutant survives every set.
 */
const { values } = parseArgs({
  options: {
    tests: {
      type: 'string',
      multiple: true,
      default: [
        'tests/unit/protocol,tests/unit/domain,tests/unit/operations',
        'tests/unit/client/local,tests/unit/client/sync,tests/unit/client/commands',
        'tests/unit/server/ledger,tests/unit/server/journal',
        'tests/properties',
        'tests/slices,tests/disasters',
      ],
    },
    list: { type: 'string', default: 'lab/mutants/list.txt' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
});
const withoutBuild = testFiles.withBuild.map((file) => `--exclude=${file}`);
const startedAt = performance.now();
const chosen = readMutants(values.list).filter(({ changes }) =>
  changes.some(({ file }) => file.startsWith(values.only)),
);
let left = chosen;
await withCopies(Number(values.workers), async (copies) => {
  for (const [index, set] of values.tests.entries()) {
    const tests = set.split(',');
    const from = performance.now();
    const [copy = ''] = copies;
    if (!(await doTestsPass(copy, tests, 600_000)))
      throw new Error(`${set}: these tests must pass without a mutant`);
    // Enough for a slower neighbour. A mutant that makes the tests hang is noticed.
    const limitMs = 5 * (performance.now() - from) + 30_000;
    const before = left.length;
    left = await survivorsOf(copies, left, async (place) => !(await doTestsPass(place, tests, limitMs)));
    console.log(
      `set ${index + 1}, ${set}: ${before - left.length} of ${before} noticed, ${seconds()} s since the start`,
    );
  }
});
for (const { name, changes } of left)
  for (const { file, from, to } of changes) console.log(`survived: ${file} ${name}\n- ${from}\n+ ${to}`);
console.log(`${chosen.length - left.length} of ${chosen.length} mutants noticed in ${seconds()} s`);
process.exitCode = left.length > 0 ? 1 : 0;

function seconds(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}

/** Runs the tests until the first failure or the limit, in ms. */
function doTestsPass(copy: string, tests: readonly string[], limitMs: number): Promise<boolean> {
  const child = spawn(
    'npx',
    ['vitest', 'run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot', ...tests, ...withoutBuild],
    {
      cwd: copy,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, CI: 'true' },
    },
  );
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limitMs);
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      done(code === 0);
    });
  });
}

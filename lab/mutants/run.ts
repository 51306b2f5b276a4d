import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { plant, readMutants, type Mutant } from './list.ts';

/**
 * `npm run mutants` plants each mutant of `list.txt` alone in a copy of the codebase and runs tests against it.
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
        'tests/slices,tests/properties,tests/disasters',
      ],
    },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
});
const home = resolve('.cache/mutants');
const copies = Array.from({ length: Number(values.workers) }, (_, index) => `${home}/${index}`);
const startedAt = performance.now();

rmSync(home, { recursive: true, force: true });
for (const copy of copies) copyCodebase(copy);
const chosen = readMutants().filter(({ file }) => file.startsWith(values.only));
let left = chosen;
for (const [index, set] of values.tests.entries()) {
  const tests = set.split(',');
  const from = performance.now();
  const [copy = ''] = copies;
  if (!(await doTestsPass(copy, tests, 600_000)))
    throw new Error(`${set}: these tests must pass without a mutant`);
  // Enough for a slower neighbour. A mutant that makes the tests hang is noticed.
  const limitMs = 5 * (performance.now() - from) + 30_000;
  const before = left.length;
  left = await survivorsOf(left, (place, mutant) => isNoticed(place, mutant, tests, limitMs));
  console.log(
    `set ${index + 1}, ${set}: ${before - left.length} of ${before} noticed, ${seconds()} s since the start`,
  );
}
for (const { file, from, to } of left) console.log(`survived: ${file}\n- ${from}\n+ ${to}`);
console.log(`${chosen.length - left.length} of ${chosen.length} mutants noticed in ${seconds()} s`);
rmSync(home, { recursive: true, force: true });
process.exitCode = left.length > 0 ? 1 : 0;

function seconds(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}

/** Copies every tracked and new file that git does not ignore; the packages are linked. */
function copyCodebase(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(`${copy}/${path}`), { recursive: true });
    cpSync(path, `${copy}/${path}`);
  }
  symlinkSync(resolve('node_modules'), `${copy}/node_modules`);
}

/** Returns the mutants that are not noticed, in their order. Each copy takes the next one when it is free. */
async function survivorsOf(
  mutants: readonly Mutant[],
  check: (copy: string, mutant: Mutant) => Promise<boolean>,
): Promise<Mutant[]> {
  const waiting = [...mutants];
  const noticed = new Set<Mutant>();
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift())
        if (await check(copy, mutant)) noticed.add(mutant);
    }),
  );
  return mutants.filter((mutant) => !noticed.has(mutant));
}

async function isNoticed(
  copy: string,
  mutant: Mutant,
  tests: readonly string[],
  limitMs: number,
): Promise<boolean> {
  const path = `${copy}/${mutant.file}`;
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, plant(mutant, source));
  const isGreen = await doTestsPass(copy, tests, limitMs);
  writeFileSync(path, source);
  return !isGreen;
}

/** Runs the tests until the first failure or the limit, in ms. */
function doTestsPass(copy: string, tests: readonly string[], limitMs: number): Promise<boolean> {
  const child = spawn(
    'npx',
    ['vitest', 'run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot', ...tests],
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

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { survivorsOf, withCopies } from '#lab/mutants/copies.ts';
import { readMutants } from '#lab/mutants/list.ts';

/**
 * npm run simulate:bugs: plants each bug of `bugs.txt` alone in a copy of the codebase, and plays days there until the
 * first violation. Ends with 1 when one is not found in 1,000 days, or when a day that found one has a violation
 * without it. `--only "a stall"` plants those with these words in their names, `--workers 1` one at a time.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
});
const runs = 1_000;
let lastSeed = 0;

const planted = readMutants('lab/simulation/bugs.txt').filter(({ name }) => name.includes(values.only));
await withCopies(Number(values.workers), async (copies) => {
  const missed = await survivorsOf(copies, planted, async (copy, { name }) => {
    const { seed, violation } = await firstViolation(copy, runs);
    lastSeed = Math.max(lastSeed, seed);
    console.log(`${String(seed || 'none').padStart(5)}  ${name.padEnd(58)} ${violation.slice(0, 90)}`);
    return seed > 0;
  });
  const [clean = ''] = copies;
  const { seed } = await firstViolation(clean, lastSeed);
  if (seed > 0) console.log(`seed ${seed} has a violation without a bug`);
  console.log(`${planted.length - missed.length} of ${planted.length} found within ${runs} seeds`);
  process.exitCode = missed.length > 0 || seed > 0 ? 1 : 0;
});

/** Plays the days of the first `count` seeds in a copy until one has a violation; its seed is 0 for none. */
function firstViolation(copy: string, count: number): Promise<{ seed: number; violation: string }> {
  const days = ['lab/simulation/simulate.ts', '--first', '--runs', String(count)];
  const child = spawn('npx', ['tsx', '--single-threaded', '--max-semi-space-size=64', ...days], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      const [, seed = '0', violation = ''] = /^seed (\d+):\n {2}(.*)/m.exec(printed) ?? [];
      if (seed === '0' && !printed.includes('runs from seed'))
        reject(new Error(`no days were played: ${printed}`));
      else resolve({ seed: Number(seed), violation });
    });
  });
}

import { checkTables } from '#scripts/checks/draw-tables.ts';
import { runCommand } from '#scripts/run-command.ts';
import { checkDirections } from './check-directions.ts';

/**
 * `npm run check`: format, lint, types, directions, dead code, the page of tables. `--quick` omits the last
 * two, `--rest` runs only them. Names the failed ones; exits 1 if there are any.
 */
type Step = [name: string, run: () => Promise<void>];
const quick: readonly Step[] = [
  ['format', () => runCommand('npx', ['oxfmt', '--check'])],
  ['lint', () => runCommand('npx', ['oxlint', '--deny-warnings'])],
  ['types', () => runCommand('npx', ['tsc', '-b', '--checkers', '1'])],
  ['directions', checkDirections],
];
const rest: readonly Step[] = [
  ['tables', checkTables],
  ['dead code', () => runCommand('npx', ['knip', '--no-progress'])],
  // Code used only by a test is dead as well.
  ['dead in production', () => runCommand('npx', ['knip', '--no-progress', '--production'])],
];

const failed: string[] = [];
if (process.argv.includes('--quick')) await run(quick);
else if (process.argv.includes('--rest')) await run(rest);
// The first ones use every core, the others one each: in parallel none leaves a core idle.
else await Promise.all([run(quick), run(rest)]);
if (failed.length > 0) {
  process.stdout.write(`✗ ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

async function run(steps: readonly Step[]): Promise<void> {
  for (const [name, step] of steps) {
    const startedAt = performance.now();
    try {
      await step();
      process.stdout.write(`✓ ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
    } catch (error) {
      process.stdout.write(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      failed.push(name);
    }
  }
}

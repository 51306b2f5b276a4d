import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { isStale } from '#scripts/bundle/build-if-stale.ts';
import { chooseChromium, npmChromium } from '#tests/support/browser/chromium-path.ts';
import { clusterVariable } from '#tests/support/server/test-cluster.ts';
import { runStage, startMetered, type Command, type Metered } from './metered.ts';
import { testFiles } from './test-files.ts';

type Stage = readonly [name: string, command: Command];
/** Steps run in sequence, the lanes of a step in parallel, the stages of a lane in sequence. */
type Plan = readonly (readonly (readonly Stage[])[])[];

function vitest(name: string, workers: number, parameters: readonly string[], environment = {}): Stage {
  const outcomes = ['--reporter', 'json', `--outputFile.json=${outcomesOf(name)}`];
  const usual = ['vitest', 'run', '--reporter', 'default', ...outcomes, '--maxWorkers', String(workers)];
  // Like in CI, even on a terminal: two parallel runs cannot both redraw its last lines.
  return [name, ['npx', [...usual, ...parameters], { CI: 'true', ...environment }]];
}

const outcomesOf = (name: string): string => join('node_modules/.cache', `${name.replaceAll(' ', '-')}.json`);
const projects = (...names: readonly string[]): string[] => names.flatMap((name) => ['--project', name]);
const without = (files: readonly string[]): string[] => files.flatMap((file) => ['--exclude', file]);
const checks = (which: string): Stage => ['checks', ['npx', ['tsx', 'scripts/checks/check.ts', which]]];
const build: Stage = ['build', ['npm', ['run', '--silent', 'build']]];
const bundle: Stage = ['bundle', ['npx', ['tsx', 'scripts/bundle/check-bundle.ts']]];

const plans = {
  /**
   * `npm run test:fast`, before a commit: types, and tests that need neither a browser nor long properties.
   */
  fast: () => [
    [
      [['types', ['npx', ['tsc', '-b', '--checkers', '1']]]],
      [
        vitest('tests', 2, [
          ...projects('fast', 'alone', 'server'),
          ...without(testFiles.later),
          'tests/unit/',
          'tests/contract/',
          '/client/',
          '/domain/',
        ]),
      ],
    ],
  ],
  /** `npm test`: proves every part of the mission. */
  main: () => [
    [
      [
        checks('--quick'),
        vitest('tests', 2, [...projects('fast', 'alone', 'server'), ...without(testFiles.later)]),
      ],
      [build, bundle, vitest('pages', 2, [...projects('e2e'), ...testFiles.firstPages])],
    ],
  ],
  /**
   * `npm run test:rest`: everything else, and the main job in npm's Chromium if the first run used another.
   */
  rest: () => [
    [[checks('--rest')], isStale() ? [build] : []],
    [
      [
        vitest('later tests', 2, [
          ...projects('fast', 'server'),
          '--testTimeout',
          '300000',
          ...testFiles.later,
        ]),
        vitest('more rounds', 2, testFiles.withRounds, { TEST_ROUNDS: 'many' }),
      ],
      [
        vitest('simulation', 1, projects('simulation')),
        vitest('later pages', 2, [...projects('chromium', 'e2e'), ...without(testFiles.firstPages)]),
      ],
    ],
  ],
} satisfies Record<string, () => Plan>;

/** The part of vitest's JSON report that this reads. */
const outcomesSchema = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) });

const names = Object.keys(plans) as (keyof typeof plans)[];
const chosen = names.find((name) => process.argv.includes(`--${name}`)) ?? 'main';
let plan: Plan = plans[chosen]();
if (chosen !== 'fast') {
  const { path, version } = await chooseChromium();
  process.stdout.write(`Chromium ${version}: ${path}\n`);
  process.env['CHROMIUM_PATH'] = path;
  if (chosen === 'rest') plan = [...plan, ...(await inOtherChromium(path))];
}
/** Longest time of a stage, ms: on a slow machine they take a quarter of it. */
const limitMs = (chosen === 'rest' ? 40 : 12) * 60_000;
const figures: (Metered & { name: string })[] = [];
const cluster = startMetered(['npx', ['tsx', 'tests/support/server/hold-cluster.ts']], 'pipe');
try {
  const { stdout } = cluster.child;
  if (!stdout) throw new Error('the output of the PostgreSQL is not read');
  const [address] = (await once(createInterface(stdout), 'line')) as [string];
  process.env[clusterVariable] = address;
  await runPlan();
} finally {
  cluster.child.stdin?.end();
  figures.push({ name: 'PostgreSQL', ...(await cluster.ended) });
}
printFigures();

/** Ends with the first step that has a failure. */
async function runPlan(): Promise<void> {
  for (const lanes of plan) {
    await Promise.all(lanes.map(runLane));
    if (process.exitCode === 1) return;
  }
}

async function runLane(stages: readonly Stage[]): Promise<void> {
  for (const [name, command] of stages) {
    const figure = await runStage(name, command, limitMs);
    figures.push({ name, ...figure });
    if (figure.isDone || (name.includes('pages') && (await passAlone(name)))) continue;
    process.stderr.write(`${name} failed: ${command[0]} ${command[1].join(' ')}\n`);
    process.exitCode = 1;
    return;
  }
}

/**
 * Repeats at most two page files that failed. Two browsers share a machine that CI may share with others, so one
 * long wait proves no fault. A fault fails again; what does not is printed, because it is one to look for.
 */
async function passAlone(name: string): Promise<boolean> {
  const { testResults } = outcomesSchema.parse(JSON.parse(await readFile(outcomesOf(name), 'utf8')));
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map((file) => relative('.', file.name));
  if (files.length === 0 || files.length > 2) return false;
  const [again, command] = vitest(`${name} again`, 1, [...projects('chromium', 'e2e'), ...files]);
  const figure = await runStage(again, command, limitMs);
  figures.push({ name: again, ...figure });
  if (figure.isDone) process.stderr.write(`UNSTABLE: ${files.join(', ')}\n`);
  return figure.isDone;
}

/** Prints the seconds of each stage, so that a rise is seen. */
function printFigures(): void {
  const line = (name: string, wall: string, cpu: string): string =>
    `${name.padEnd(18)} ${wall.padStart(8)} ${cpu.padStart(8)}\n`;
  process.stdout.write(line('stage', 'wall s', 'CPU s'));
  for (const { name, wallSeconds, cpuSeconds } of figures)
    process.stdout.write(line(name, wallSeconds.toFixed(1), cpuSeconds.toFixed(1)));
  const cpu = figures.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  process.stdout.write(line('all', (performance.now() / 1000).toFixed(1), cpu.toFixed(1)));
}

/** Repeats the main job in npm's Chromium, if there is one and it is another. */
async function inOtherChromium(path: string): Promise<Plan> {
  const other = await npmChromium();
  if (other === null || other.path === path) return [];
  process.stdout.write(`The main job also in Chromium ${other.version}: ${other.path}\n`);
  const parameters = [...projects('e2e'), 'tests/e2e/market-day.test.ts'];
  return [[[vitest('other Chromium', 1, parameters, { CHROMIUM_PATH: other.path })]]];
}

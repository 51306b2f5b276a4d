import { runCommand } from '#scripts/run-command.ts';
import { chooseChromium, npmChromium } from '#tests/support/browser/chromium-path.ts';

type Command = [command: string, parameters: readonly string[], environment?: Record<string, string>];

function vitest(projects: readonly string[], workers: number, ...options: string[]): Command {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const parameters = ['vitest', 'run', '--reporter', 'default', '--maxWorkers', String(workers)];
  // Like in CI, even on a terminal: two parallel runs cannot both redraw its last lines.
  return ['npx', [...parameters, ...chosen, ...options], { CI: 'true' }];
}

const build: Command = ['npm', ['run', '--silent', 'build']];
const bundle: Command = ['npx', ['tsx', 'scripts/bundle/check-bundle.ts']];
const checks = (which: string): Command => ['npx', ['tsx', 'scripts/checks/check.ts', which]];

/**
 * Steps run in sequence, the commands of one step in parallel: pages wait for Chromium, servers for their
 * disk.
 */
type Plan = readonly (readonly Command[])[];

const plans = {
  /**
   * `npm run test:fast`, before a commit: types, and tests that need neither a browser nor long properties.
   */
  fast: [
    [['npx', ['tsc', '-b']]],
    [
      vitest(
        ['fast', 'alone', 'rules'],
        2,
        '--exclude',
        'tests/properties/**',
        '--exclude',
        'tests/unit/house/directions.test.ts',
      ),
    ],
  ],
  /** `npm test`: proves every part of the mission. */
  main: [
    [checks('--quick')],
    [build],
    [bundle],
    [vitest(['fast', 'alone', 'rules', 'server', 'disasters'], 2), vitest(['e2e'], 3)],
  ],
  /**
   * `npm run test:rest`: everything else, and the main job in npm's Chromium if the first run used another.
   */
  rest: [
    [checks('--rest')],
    [build],
    [vitest(['server-later', 'disasters-later', 'rules-later'], 1), vitest(['simulation'], 1)],
    [vitest(['chromium', 'e2e-later'], 2)],
  ],
} as const satisfies Record<string, Plan>;

const names = Object.keys(plans) as (keyof typeof plans)[];
const chosen = names.find((name) => process.argv.includes(`--${name}`)) ?? 'main';
let plan: Plan = plans[chosen];
if (chosen !== 'fast') {
  const { path, version } = await chooseChromium();
  process.stdout.write(`Chromium ${version}: ${path}\n`);
  process.env['CHROMIUM_PATH'] = path;
  if (chosen === 'rest') plan = [...plan, ...(await inOtherChromium(path))];
}
for (const step of plan) await runStep(step);

/** Repeats the main job in npm's Chromium, if there is one and it is another. */
async function inOtherChromium(path: string): Promise<Plan> {
  const other = await npmChromium();
  if (other === null || other.path === path) return [];
  process.stdout.write(`The main job also in Chromium ${other.version}: ${other.path}\n`);
  const [command, parameters, environment] = vitest(['e2e'], 1, 'tests/e2e/market-day.test.ts');
  return [[[command, parameters, { ...environment, CHROMIUM_PATH: other.path }]]];
}

async function runStep(commands: readonly Command[]): Promise<void> {
  const outcomes = await Promise.allSettled(commands.map((command) => runCommand(...command)));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error] : [],
  );
  for (const { message } of failures) process.stderr.write(`${message}\n`);
  if (failures.length > 0) process.exit(1);
}

import { runCommand } from './run-command.ts';

type Command = [command: string, parameters: readonly string[], environment?: Record<string, string>];

function vitest(projects: readonly string[], ...options: string[]): Command {
  const chosen = projects.flatMap((project) => ['--project', project]);
  // As in CI on a terminal too: two of them at once cannot both redraw its last lines.
  return ['npx', ['vitest', 'run', '--reporter', 'default', ...chosen, ...options], { CI: 'true' }];
}

type Steps = readonly (readonly Command[])[];

/** `npm run test:fast`, the moment before a commit: types, and the tests that need neither money in a database nor a planted edge. */
const fast: Steps = [
  [
    ['npx', ['tsc', '-b']],
    vitest(['fast'], '--exclude', 'tests/properties/**', '--exclude', 'tests/unit/house/directions.test.ts'),
  ],
];

/** `npm test`: all that CI runs. Check, build, bundle budget, every test, in real Chromium too. What stands in one step runs at once. */
const all: Steps = [
  [['npx', ['tsx', 'scripts/check.ts']]],
  [['npm', ['run', '--silent', 'build']]],
  [['npx', ['tsx', 'scripts/check-bundle.ts']]],
  [vitest(['fast', 'server'])],
  // One page after the other waits for its server: the second core is the simulator's meanwhile.
  [vitest(['e2e']), vitest(['simulation'], '--maxWorkers', '1')],
];

for (const step of process.argv.includes('--fast') ? fast : all) {
  const endings = await Promise.allSettled(step.map((command) => runCommand(...command)));
  const failures = endings.flatMap((ending) => (ending.status === 'rejected' ? [ending.reason] : []));
  for (const failure of failures)
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  if (failures.length > 0) process.exit(1);
}

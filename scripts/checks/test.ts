import { runCommand } from '#scripts/run-command.ts';

type Command = [command: string, parameters: readonly string[], environment?: Record<string, string>];

function vitest(projects: readonly string[], ...options: string[]): Command {
  const chosen = projects.flatMap((project) => ['--project', project]);
  // As in CI on a terminal too: two of them at once cannot both redraw its last lines.
  return ['npx', ['vitest', 'run', '--reporter', 'default', ...chosen, ...options], { CI: 'true' }];
}

type Plan = {
  /** one after the other */
  readonly steps: readonly Command[];
  /** runs beside the last steps, from `from` on, with what they leave of the processor */
  readonly beside?: { readonly from: number; readonly command: Command };
};

/** `npm run test:fast`, the moment before a commit: types, and the tests that need neither money in a database nor a planted edge. */
const fast: Plan = {
  steps: [
    ['npx', ['tsc', '-b']],
    vitest(
      ['fast', 'rules'],
      '--exclude',
      'tests/properties/**',
      '--exclude',
      'tests/unit/house/directions.test.ts',
    ),
  ],
};

/** `npm test`: all that CI runs. Check, build, bundle budget, every test, in real Chromium too. */
const all: Plan = {
  steps: [
    ['npx', ['tsx', 'scripts/checks/check.ts']],
    ['npm', ['run', '--silent', 'build']],
    ['npx', ['tsx', 'scripts/bundle/check-bundle.ts']],
    // A server waits for its disk and a page for both: three at a time keep two cores busy.
    vitest(['fast', 'rules', 'server', 'disasters'], '--maxWorkers', '3'),
    vitest(['e2e'], '--maxWorkers', '3'),
  ],
  // Only computes, while the others wait for databases and pages.
  beside: { from: 3, command: vitest(['simulation'], '--maxWorkers', '1') },
};

const { steps, beside } = process.argv.includes('--fast') ? fast : all;
let besides: Promise<unknown> = Promise.resolve(null);
for (const [index, [command, parameters, environment]] of steps.entries()) {
  if (beside?.from === index) {
    const [name, given, settings] = beside.command;
    besides = runCommand(name, given, settings, 'low').catch((error: unknown) => error);
  }
  const failure = await runCommand(command, parameters, environment).catch((error: unknown) => error);
  if (failure !== undefined) endWith([failure, await besides]);
}
endWith([await besides]);

function endWith(failures: readonly unknown[]): void {
  const errors = failures.flatMap((failure) => (failure instanceof Error ? [failure.message] : []));
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) process.exit(1);
}

import { runCommand } from './run-command.ts';

type Command = [command: string, parameters: readonly string[], environment?: Record<string, string>];

function vitest(projects: readonly string[], ...options: string[]): Command {
  const chosen = projects.flatMap((project) => ['--project', project]);
  // As in CI on a terminal too: two of them at once cannot both redraw its last lines.
  return ['npx', ['vitest', 'run', '--reporter', 'default', ...chosen, ...options], { CI: 'true' }];
}

type Plan = {
  /** one after the other */
  readonly steps: readonly Command[];
  /** run one after the other beside the last steps, from `from` on, with what those leave of the processor */
  readonly beside?: { readonly from: number; readonly commands: readonly Command[] };
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
    ['npx', ['tsx', 'scripts/check.ts']],
    ['npm', ['run', '--silent', 'build']],
    ['npx', ['tsx', 'scripts/check-bundle.ts']],
    vitest(['e2e'], '--maxWorkers', '3'),
  ],
  // Pages wait for servers, servers for their disk: what needs no browser takes the third of two cores that they leave.
  beside: {
    from: 3,
    commands: [
      vitest(['fast', 'rules', 'server', 'disasters'], '--maxWorkers', '2'),
      vitest(['simulation'], '--maxWorkers', '1'),
    ],
  },
};

const { steps, beside } = process.argv.includes('--fast') ? fast : all;
let besides: Promise<readonly unknown[]> = Promise.resolve([]);
for (const [index, [command, parameters, environment]] of steps.entries()) {
  if (beside?.from === index) besides = runBeside(beside.commands);
  const failure = await runCommand(command, parameters, environment).catch((error: unknown) => error);
  if (failure !== undefined) endWith([failure, ...(await besides)]);
}
endWith(await besides);

/** What failed of them; one that fails does not keep the next from running. */
async function runBeside(commands: readonly Command[]): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const [command, parameters, environment] of commands)
    await runCommand(command, parameters, environment, 'low').catch((error: unknown) => failures.push(error));
  return failures;
}

function endWith(failures: readonly unknown[]): void {
  const errors = failures.flatMap((failure) => (failure instanceof Error ? [failure.message] : []));
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) process.exit(1);
}

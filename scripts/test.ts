import { runCommand } from './run-command.ts';

/** `npm test`: all that CI runs. Check, build, bundle budget, every test, in real Chromium too. */
const steps: [string, readonly string[]][] = [
  ['npx', ['tsx', 'scripts/check.ts']],
  ['npm', ['run', '--silent', 'build']],
  ['npx', ['tsx', 'scripts/check-bundle.ts']],
  ['npx', ['vitest', 'run', '--reporter', 'default']],
];

for (const [command, parameters] of steps) {
  try {
    await runCommand(command, parameters);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

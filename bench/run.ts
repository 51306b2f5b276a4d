import { runCommand } from '#scripts/run-command.ts';

/** `npm run bench`: every measurement, one after the other, each with its ratio. Never part of the tests. */
for (const file of ['bench/purchases/run.ts', 'bench/scan/run.ts', 'bench/lighthouse.ts'])
  await runCommand('npx', ['tsx', file]);

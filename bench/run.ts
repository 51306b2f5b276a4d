import { runCommand } from '#scripts/run-command.ts';

/** `npm run bench`: every measurement in sequence, each with its ratio. Never part of the tests. */
const files = [
  'purchases/run',
  'sync',
  'scan/run',
  'accept',
  'drain',
  'reports',
  'lighthouse',
  'balance',
  'taps',
  'tablet-memory',
  'shards',
];
for (const file of files.map((name) => `bench/${name}.ts`)) await runCommand('npx', ['tsx', file]);

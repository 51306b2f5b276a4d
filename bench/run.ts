import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '#scripts/run-command.ts';
import {
  drawMeasurements,
  withRuns,
  type Measured,
  type MeasurementRow,
} from '#tests/support/measurements.ts';
import { buildPrograms } from './build-programs.ts';

/**
 * `npm run bench`: runs each measurement in sequence and writes docs/measurements.md. Never part of the tests.
 * `-- sync drain --times 5` runs only these two, five times each. Exits with 1 if a limit was not met.
 */
const benches: Record<string, string> = {
  purchases: 'purchases/run',
  peer: 'peer/run',
  sync: 'sync',
  strangers: 'strangers/run',
  scan: 'scan/run',
  accept: 'accept',
  drain: 'drain',
  reports: 'reports',
  lighthouse: 'lighthouse',
  balance: 'balance',
  taps: 'taps',
  memory: 'tablet-memory',
  festival: 'festival/run',
  soak: 'festival/run',
};
/** Half an hour of purchases, for the server's memory. */
const optionsOf: Record<string, readonly string[]> = { soak: ['--minutes', '30'] };
/** Have the server in their own process. */
const withServer = new Set(['sync', 'purchases', 'strangers']);
/** Take half an hour, so they run only when they are named. */
const onlyByName = new Set(['festival', 'soak']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1' } },
});
const unknown = positionals.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`no measurement is called ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}`);
const named =
  positionals.length > 0 ? positionals : Object.keys(benches).filter((name) => !onlyByName.has(name));

const facts = {
  machine: `${cpus().length} x ${(cpus()[0]?.model ?? 'unknown').replace(/\s+/g, ' ')}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  load: loadavg()[0] ?? 0,
  day: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
};
const results = join(tmpdir(), `bench-${process.pid}.jsonl`);
const stored = 'bench/measurements.json';
for (const name of named) {
  const source = `bench/${benches[name]}.ts`;
  const command = withServer.has(name)
    ? ['node', ...(await buildPrograms({ [name]: source }))]
    : ['tsx', source];
  for (let time = 0; time < Number(values.times); time += 1)
    await runCommand('npx', [...command, ...(optionsOf[name] ?? [])], {
      BENCH_RESULTS: results,
    }).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
}
const measured = existsSync(results)
  ? readFileSync(results, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Measured)
  : [];
rmSync(results, { force: true });
const rows = withRuns(JSON.parse(readFileSync(stored, 'utf8')) as MeasurementRow[], measured, facts);
writeFileSync(stored, `${JSON.stringify(rows, null, 2)}\n`);
writeFileSync('docs/measurements.md', drawMeasurements(rows));

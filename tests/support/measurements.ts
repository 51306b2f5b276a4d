import { appendFileSync } from 'node:fs';

/** A figure beside its limit. `atMost` and `atLeast` are in the figure's unit; a ratio has no unit. */
export type Measured = {
  what: string;
  figure: number;
  unit: '' | 'ms' | 's' | 'MB' | 'bytes' | '%' | 'taps' | 'points' | 'differences';
  wanted: { atMost: number } | { atLeast: number };
};

/** A row of docs/measurements.md: the best and the worst of `runs` on one machine. `load` is the highest load at the start of a run. */
export type MeasurementRow = Omit<Measured, 'figure'> & {
  best: number;
  worst: number;
  runs: number;
  machine: string;
  load: number;
  day: string;
  commit: string;
};

export type RunFacts = Pick<MeasurementRow, 'machine' | 'load' | 'day' | 'commit'>;

function isMet({ wanted }: Pick<Measured, 'wanted'>, figure: number): boolean {
  return 'atMost' in wanted ? figure <= wanted.atMost : figure >= wanted.atLeast;
}

function written(figure: number, unit: Measured['unit']): string {
  const digits = unit === '' ? 2 : Math.abs(figure) < 10 && figure % 1 !== 0 ? 1 : 0;
  const text = figure.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === '' ? text : `${text} ${unit}`;
}

function limitOf({ wanted, unit }: Pick<Measured, 'wanted' | 'unit'>): string {
  return 'atMost' in wanted
    ? `at most ${written(wanted.atMost, unit)}`
    : `at least ${written(wanted.atLeast, unit)}`;
}

/** Prints a figure beside its limit and reports it to `npm run bench`. The process exits with 1 if the limit is not met. */
export function reportFigure(measured: Measured): void {
  if (!Number.isFinite(measured.figure)) throw new Error(`${measured.what}: nothing was measured`);
  const met = isMet(measured, measured.figure);
  console.log(
    `${measured.what}: ${written(measured.figure, measured.unit)} (wanted ${limitOf(measured)}), ${met ? 'met' : 'not met'}`,
  );
  const results = process.env['BENCH_RESULTS'];
  if (results !== undefined) appendFileSync(results, `${JSON.stringify(measured)}\n`);
  if (!met) process.exitCode = 1;
}

/** Returns the earlier rows, replaced by those measured now, in the order of their names. */
export function withRuns(
  before: readonly MeasurementRow[],
  measured: readonly Measured[],
  facts: RunFacts,
): MeasurementRow[] {
  const fresh = [...new Set(measured.map(({ what }) => what))].flatMap((what) => {
    const runs = measured.filter((one) => one.what === what);
    const [first] = runs;
    if (!first) return [];
    const { unit, wanted } = first;
    const figures = runs.map(({ figure }) => figure).toSorted((one, other) => one - other);
    const [least = Number.NaN, most = Number.NaN] = [figures[0], figures.at(-1)];
    const [best, worst] = 'atMost' in wanted ? [least, most] : [most, least];
    return [{ what, unit, wanted, best, worst, runs: runs.length, ...facts }];
  });
  const kept = before.filter(({ what }) => !fresh.some((row) => row.what === what));
  return [...kept, ...fresh].toSorted((one, other) => (one.what < other.what ? -1 : 1));
}

/** Written by hand. */
const strangers = `
## Reads by strangers

The share of a stall's purchases that is left beside 16 readers of one address, before and after certificates were kept for an hour.
Other work was running, little before (load 1) and much after (load 20), so only the routes of one column compare.

| Route | Before | After |
|---|---|---|
| \`/openapi.json\` | 0.90 | 0.88 |
| \`/health\` | 0.97 | 0.72 |
| \`/sync/keys\` | 0.84 | 0.80 |

An answer of \`/sync/keys\` with three kiosks took 1.25 ms of the server's processor before and 0.25 ms after.
`;

const saleWork = `
## Work of a sale without a link

From "Cobrar" to "Entregue el producto", counted in Chromium with its processor slowed four times, each of six sales on a fresh page.
Counts are given because other work was running (load 12 before, 16 after).
\`npm run bench -- accept\` times that part alone.
Later one transaction reads what the second copy needs: a sale that nothing disturbs has 13 that only read instead of 18.
From the code to the answer the same machine, quiet, in the same hour took 549 ms at p95 before (one run, 3110eda2) and 355 to 455 after (five); in a slow hour of 2026-11-30 that build took 1,665 ms, and bc51093e 1,234 to 1,730 (six).
\`tests/unit/client/commands/work-of-a-sale.test.ts\` holds what the sale itself does.

| Counted | Before | After |
|---|---|---|
| Transactions that only read | 78 to 184 | 19 to 34 |
| Reads in all transactions | 130 to 435 | 74 to 134 |
| Transactions that write | 6 or 7 | 4 to 6 |
| Signatures | 3 or 4 | 2 or 3 |
| Checks of the proof | 1 or 2 | 1 |
`;

/** Copied by hand from the end of a run of `npm test`. */
const testTimes = `
## Tests

\`npm test\` prints the wall and processor seconds of each stage at its end.
The figures count processes whose parent waited for them, so most of Chromium's renderers are missing.
Release 0.2.0 needed 254 seconds and 375 processor seconds on two quiet cores (2 x AMD EPYC, 24 GB).
The table is one run on the same machine, quiet, with an empty cache of modules: 123 seconds by the clock.

| Stage of \`npm test\` | Processor seconds |
|---|---|
| checks: format, lint, types, directions | 31 |
| build and bundle | 10 |
| tests | 80 |
| PostgreSQL of the tests | 29 |
| pages | 38 |
| all | 187 |
`;

/** Returns the text of docs/measurements.md. */
export function drawMeasurements(rows: readonly MeasurementRow[]): string {
  const table = rows.map((row) => {
    const met = isMet(row, row.worst) ? 'yes' : isMet(row, row.best) ? 'at best' : 'no';
    const range =
      row.runs === 1
        ? written(row.best, row.unit)
        : `${written(row.best, row.unit)} to ${written(row.worst, row.unit)}`;
    return `| ${row.what} | ${range} | ${row.runs} | ${limitOf(row)} | ${met} | ${row.machine}, load ${row.load.toFixed(1)} | ${row.day} | ${row.commit} |`;
  });
  return `# Measurements

\`npm run bench\` writes this page: \`npm run bench -- sync drain --times 5\` measures these two, five times each.
A ratio compares both sides in the same run.
The figure is the best and the worst of the runs; "at best" means that the worst run did not meet the limit.
The load is the machine's when the first run began: above 1 other work was running.

| Measured | Figure | Runs | Wanted | Met | Machine | Day | Commit |
|---|---|---|---|---|---|---|---|
${table.join('\n')}
${strangers}${saleWork}${testTimes}`;
}

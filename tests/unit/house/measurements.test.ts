import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  drawMeasurements,
  reportFigure,
  withRuns,
  type Measured,
  type MeasurementRow,
} from '#tests/support/measurements.ts';

const facts = { machine: '2 cores', load: 0.2, day: '2026-11-28', commit: 'abc1234' };
const ratio = (figure: number): Measured => ({ what: 'a ratio', figure, unit: '', wanted: { atLeast: 0.6 } });

test('docs/measurements.md is drawn from the stored runs', () => {
  const rows = JSON.parse(readFileSync('bench/measurements.json', 'utf8')) as MeasurementRow[];
  expect(readFileSync('docs/measurements.md', 'utf8')).toBe(drawMeasurements(rows));
});

test('a row has the best and the worst of its runs, in the direction of its limit', () => {
  const [most] = withRuns([], [ratio(0.7), ratio(0.5), ratio(0.65)], facts);
  expect(most).toMatchObject({ best: 0.7, worst: 0.5, runs: 3 });
  const slow: Measured = { what: 'a time', figure: 900, unit: 'ms', wanted: { atMost: 1_000 } };
  const [least] = withRuns([], [slow, { ...slow, figure: 1_100 }], facts);
  expect(least).toMatchObject({ best: 900, worst: 1_100, runs: 2 });
});

test('a limit is met only when the worst run meets it', () => {
  expect(drawMeasurements(withRuns([], [ratio(0.7), ratio(0.5)], facts))).toContain('| at best |');
  expect(drawMeasurements(withRuns([], [ratio(0.7), ratio(0.6)], facts))).toContain('| yes |');
  expect(drawMeasurements(withRuns([], [ratio(0.5)], facts))).toContain('| no |');
});

test('a new run replaces its own rows and keeps the others', () => {
  const before = withRuns([], [ratio(0.5), { ...ratio(1), what: 'another' }], facts);
  const after = withRuns(before, [ratio(0.8)], { ...facts, commit: 'def5678' });
  expect(after.map(({ what, worst, commit }) => [what, worst, commit])).toEqual([
    ['a ratio', 0.8, 'def5678'],
    ['another', 1, 'abc1234'],
  ]);
});

test('a figure that is no number is an error and no row', () => {
  expect(() => reportFigure(ratio(Number.NaN))).toThrow('nothing was measured');
});

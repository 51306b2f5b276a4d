import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawMeasurements, type MeasurementRow } from '#tests/support/measurements.ts';

test('docs/measurements.md is drawn from the stored runs', () => {
  const rows = JSON.parse(readFileSync('bench/measurements.json', 'utf8')) as MeasurementRow[];
  expect(readFileSync('docs/measurements.md', 'utf8')).toBe(drawMeasurements(rows));
});

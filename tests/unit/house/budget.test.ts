import { expect, test } from 'vitest';
import { countFigures, faultsOf, lowered, readCeilings } from '#scripts/checks/budget.ts';

test('every figure is at most its ceiling, and every ceiling is within 2 % of its figure', () => {
  expect(faultsOf(countFigures(), readCeilings())).toEqual([]);
});

test('a raised figure, a slack ceiling and an unlisted figure are faults', () => {
  expect(faultsOf({ lines: 101 }, { lines: 100 })).toEqual(['lines: 101, above its ceiling of 100']);
  expect(faultsOf({ lines: 97 }, { lines: 100 })).toEqual([
    'lines: 97, far below its ceiling of 100: run npm run budget -- --lower',
  ]);
  expect(faultsOf({ lines: 99 }, { lines: 100 })).toEqual([]);
  expect(faultsOf({ lines: 1 }, {})).toHaveLength(1);
  expect(faultsOf({}, { lines: 1 })).toHaveLength(1);
});

test('a ceiling falls with its figure and never rises', () => {
  expect(lowered({ lines: 90, files: 11 }, { lines: 100, files: 10 })).toEqual({ lines: 90, files: 10 });
});

import { expect, test } from 'vitest';
import { countFigures, faultsOf, readCeilings } from '#scripts/checks/budget.ts';

test('every figure is at most its ceiling, and every ceiling is within 2 % of its figure', () => {
  expect(faultsOf(countFigures(), readCeilings())).toEqual([]);
});

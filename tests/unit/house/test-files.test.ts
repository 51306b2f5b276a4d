import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testFiles } from '#scripts/checks/test-files.ts';

test.each(Object.entries(testFiles))('names only test files that exist: %s', (_, files) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { plant, readMutants } from '#lab/mutants/list.ts';

test.each([
  ['lab/mutants/list.txt', 60],
  ['lab/simulation/bugs.txt', 60],
])('%s has at least %i mutants, each in code that still exists and still parses with it', (list, least) => {
  const mutants = readMutants(list);
  expect(mutants.length).toBeGreaterThanOrEqual(least);
  const faults = mutants.flatMap((mutant) => {
    const sources = mutant.changes.map(({ file }) => [file, readFileSync(file, 'utf8')] as const);
    return [...plant(mutant, new Map(sources))].flatMap(([file, source]) =>
      parseSync(file, source).errors.map(({ message }) => `${file}: ${mutant.name}: ${message}`),
    );
  });
  expect(faults).toEqual([]);
});

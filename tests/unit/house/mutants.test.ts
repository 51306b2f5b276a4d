import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { plant, readMutants } from '#lab/mutants/list.ts';

const mutants = readMutants();

test('at least 60 mutants are listed, each in code that still exists and still parses with it', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(60);
  const faults = mutants.flatMap((mutant) => {
    const source = plant(mutant, readFileSync(mutant.file, 'utf8'));
    return parseSync(mutant.file, source).errors.map(
      ({ message }) => `${mutant.file}: ${mutant.to}: ${message}`,
    );
  });
  expect(faults).toEqual([]);
});

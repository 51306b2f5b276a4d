import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

it('no statement compares an id as text, because that reads every row (records/paging.ts)', () => {
  const compared = ['src/server', 'src/operations', 'src/extras']
    .flatMap((folder) => filesUnder(folder, /\.ts$/))
    .filter((path) => /\bid::text\s*=/.test(readFileSync(path, 'utf8')));
  expect(compared).toEqual([]);
});

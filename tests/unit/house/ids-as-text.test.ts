import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no statement compares an id as text, because that reads every row (records/paging.ts)', () => {
  const compared = ['src/server', 'src/operations', 'src/extras'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path))
      .filter((path) => /\bid::text\s*=/.test(readFileSync(path, 'utf8'))),
  );
  expect(compared).toEqual([]);
});

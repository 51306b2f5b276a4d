import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const mostFiles = 15;

/** Every folder below `folder` with the number of files that lie in it. */
function rooms(folder: string): [string, number][] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => rooms(join(folder, name)));
  return [[folder, entries.filter((entry) => entry.isFile()).length], ...below];
}

it(`no room of the source holds more than ${mostFiles} files`, () => {
  const all = rooms('src');
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter(([, files]) => files > mostFiles)).toEqual([]);
});

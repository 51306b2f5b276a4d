import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A folder has a meaning, and usually at most 15 files because of it. */
const maxFiles = 18;

/**
 * Every folder below `folder` with its number of files. Test folders are exempt, because they are looked up
 * by name.
 */
function rooms(folder: string): [string, number][] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => rooms(join(folder, name)));
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'));
  return [[folder, files.length], ...below];
}

it(`no folder has more than ${maxFiles} files`, () => {
  const all = ['src', 'scripts', 'tests', 'lab', 'bench'].flatMap(rooms);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(([, files]) => files > maxFiles)).toEqual([]);
});

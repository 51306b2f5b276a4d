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

/** Rooms that are still too full, each by how much. */
const tooFull: Record<string, number> = { 'src/server/store/cluster': 18 };

it.each([
  ['src/client', 30],
  ['src/server', 20],
])(`no room of %s holds more than ${mostFiles} files`, (side, leastRooms) => {
  const all = rooms(side);
  expect(all.length).toBeGreaterThan(leastRooms);
  expect(all.filter(([room, files]) => files > Math.max(mostFiles, tooFull[room] ?? 0))).toEqual([]);
});

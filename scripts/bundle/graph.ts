import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/** One built file, as in Vite's manifest. */
type BuiltFile = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
};

export type BundleGraph = {
  /** JavaScript files and style sheets loaded for the entry and these modules, without lazily loaded ones. */
  loadedFor: (modules: readonly string[]) => { js: string[]; css: string[] };
  /** All JavaScript files of the build. */
  readonly files: readonly string[];
  /** Chunks that import each other, by name: their order of execution depends on the page. */
  readonly rings: readonly (readonly string[])[];
  packagesIn: (files: readonly string[]) => Set<string>;
  gzipBytes: (files: readonly string[]) => number;
};

/** Reads the build in `folder`, made with `build.manifest` on. */
export function readBundle(folder: string): BundleGraph {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, '.vite', name), 'utf8')) as T;
  const manifest = read<Record<string, BuiltFile>>('manifest.json');
  const packages = read<Record<string, string[]>>('packages.json');
  const fileOfModule = read<Record<string, string>>('modules.json');
  const keyOfFile = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const sizes = new Map<string, number>();

  function sizeOf(file: string): number {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  }

  /** The manifest names a file by its module only where it is the entry of a separate file. */
  function keyOf(module: string): string {
    const key = keyOfFile.get(fileOfModule[module] ?? '');
    if (key === undefined)
      throw new Error(`the build has no file for ${module}: name its new path in scripts/bundle/pages.ts`);
    return key;
  }

  function collect(key: string, into: Map<string, BuiltFile>): void {
    const built = manifest[key];
    if (!built) throw new Error(`the build's manifest has no ${key}`);
    if (into.has(key)) return;
    into.set(key, built);
    for (const imported of built.imports ?? []) collect(imported, into);
  }

  return {
    files: Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : [])),
    loadedFor(modules) {
      const loaded = new Map<string, BuiltFile>();
      const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
      for (const key of [...entries, ...modules.map(keyOf)]) collect(key, loaded);
      const built = [...loaded.values()];
      return {
        js: [...new Set(built.map(({ file }) => file))],
        css: [...new Set(built.flatMap(({ css }) => css ?? []))],
      };
    },
    rings: ringsIn(manifest),
    packagesIn: (files) => new Set(files.flatMap((file) => packages[file] ?? [])),
    gzipBytes: (files) => files.reduce((sum, file) => sum + sizeOf(file), 0),
  };
}

function ringsIn(manifest: Record<string, BuiltFile>): string[][] {
  const reached = new Map<string, Set<string>>();
  const reach = (key: string): Set<string> => {
    const found = new Set<string>();
    const queue = [...(manifest[key]?.imports ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      queue.push(...(manifest[next]?.imports ?? []));
    }
    return found;
  };
  for (const key of Object.keys(manifest)) reached.set(key, reach(key));
  const rings = new Map<string, string[]>();
  for (const [key, found] of reached) {
    if (!found.has(key)) continue;
    const ring = [...found]
      .filter((other) => reached.get(other)?.has(key))
      .map((other) => nameOf(manifest, other));
    rings.set(ring.sort().join(' '), ring);
  }
  return [...rings.values()];
}

/** "assets/rules-DcVBRy52.js" is "rules". */
function nameOf(manifest: Record<string, BuiltFile>, key: string): string {
  return /^assets\/(.*)-[\w-]{8}\.js$/.exec(manifest[key]?.file ?? '')?.[1] ?? key;
}

/**
 * Built files that a device caches, by path. Without the pictures of the installed app, which are fetched at
 * its installation, and the manual, which is kept on request.
 */
export function keptFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /\.(js|css|html|svg|woff2|wasm|mp3|webmanifest)$/.test(file))
    .filter((file) => !/^(\.vite|screenshots|manual|service-worker\.js)/.test(file))
    .sort();
}

/**
 * Built files that the customer's page may need, by path in the build. Files without a hash in their name
 * (the page, icons, fonts) are for all pages.
 */
export function customerFiles(folder: string, pages: readonly string[]): (path: string) => boolean {
  const { js, css } = readBundle(folder).loadedFor(pages);
  const needed = new Set([...js, ...css]);
  return (path) => !path.startsWith('assets/') || needed.has(path);
}

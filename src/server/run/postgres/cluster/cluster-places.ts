import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '#src/server/store/secrets/sync-folder.ts';
import { canReach, childUserFor, type ChildUser } from './child-user.ts';

/** Locations of the parts of one data folder's PostgreSQL, and the user that it runs as. */
export type ClusterPlaces = {
  /** `DATA_DIR/db`: the lock, and the note of the running server. */
  folder: string;
  user: ChildUser;
  /** Owned by `user`, mode 0700; contains the cluster and its socket. */
  home: string;
  /** PostgreSQL's data directory. */
  data: string;
  /** True if `home` is outside `folder`, to be shown to the operator. */
  isElsewhere: boolean;
};

const forRoot = '/var/lib/mercado-campesino';
/**
 * Unfinished copies are stored beside the cluster, on a disk with its permissions: a USB stick may have none.
 */
export const stagingPrefix = 'backup-';

/**
 * The cluster is in `<folder>/postgres`. Under root, PostgreSQL runs as another user. If that user cannot
 * reach the folder (the home of root is closed), the cluster is in the system's folder for services, under a
 * name derived from the folder's.
 */
export function findPlaces(folder: string): ClusterPlaces {
  const inside = join(resolve(folder), 'postgres');
  const outside = join(forRoot, nameOf(resolve(folder)));
  for (const home of [inside, outside])
    if (fs.existsSync(join(home, 'data')))
      return placesIn(folder, home, childUserFor(join(home, 'data')), home === outside);
  const user = childUserFor(join(inside, 'data'));
  makeFolders(folder, user);
  const isElsewhere = !canReach(resolve(folder), user);
  return placesIn(folder, isElsewhere ? outside : inside, user, isElsewhere);
}

/**
 * Creates the folders above the cluster, each for its own user only. Another user has to traverse those of
 * root.
 */
export function makeFolders(folder: string, user: ChildUser): void {
  makeFolder(folder);
  if (!user) return;
  for (const path of [folder, dirname(folder)]) {
    const { uid, mode } = fs.statSync(path);
    if (uid === 0 && (mode & 0o777) === 0o700) fs.chmodSync(path, 0o711);
  }
}

export function makeHome({ home, user, isElsewhere }: ClusterPlaces): void {
  if (isElsewhere) {
    fs.mkdirSync(forRoot, { recursive: true });
    fs.chmodSync(forRoot, 0o711);
  }
  makeFolder(home);
  fs.chmodSync(home, 0o700);
  if (user) fs.chownSync(home, user.uid, user.gid);
}

/**
 * Removes unfinished copies of a killed command, and sockets of an ended PostgreSQL. Called under the
 * folder's lock.
 */
export function sweepHome(home: string): void {
  for (const name of fs.readdirSync(home))
    // A socket's lock names a pid that may be another process by now and would be taken for the owner.
    if (name.startsWith(stagingPrefix) || name.startsWith('.s.PGSQL.'))
      fs.rmSync(join(home, name), { recursive: true, force: true });
}

/**
 * Makes PostgreSQL's user the only one with access to a folder's contents, because a USB stick preserves
 * neither owner nor permissions.
 */
export function ownFolder(folder: string, user: ChildUser): void {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const all = [{ path: folder, isFolder: true }].concat(
    entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() })),
  );
  for (const { path, isFolder } of all) {
    fs.chmodSync(path, isFolder ? 0o700 : 0o600);
    if (user) fs.chownSync(path, user.uid, user.gid);
  }
}

function placesIn(folder: string, home: string, user: ChildUser, isElsewhere: boolean): ClusterPlaces {
  return { folder: resolve(folder), user, home, data: join(home, 'data'), isElsewhere };
}

function nameOf(folder: string): string {
  const readable = basename(dirname(folder)).replaceAll(/[^\w.-]/g, '_');
  return `${readable}-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
}

const urlsSchema = z.object({
  /** Address of the product's database for the product's user. */
  databaseUrl: z.string(),
  /** Address of the product's database for the superuser. */
  superuserUrl: z.string(),
  /** Address of the database that every cluster has, for the superuser. */
  maintenanceUrl: z.string(),
  /** PostgreSQL's data directory. */
  data: z.string(),
});
/** Addresses of a running cluster, passwords included. Never logged. */
export type ClusterUrls = z.infer<typeof urlsSchema>;

function notePath(folder: string): string {
  return join(folder, 'running.json');
}

/**
 * Stores the addresses for `npm run audit` and `npm run backup` beside a running server; only the server's
 * user can read them.
 */
export function noteRunning(folder: string, urls: ClusterUrls): void {
  fs.writeFileSync(notePath(folder), JSON.stringify(urls), { mode: 0o600 });
}

export function forgetRunning(folder: string): void {
  fs.rmSync(notePath(folder), { force: true });
}

/**
 * Returns the addresses that the last server of this folder stored. That server may have ended; only
 * connecting shows it.
 */
export function readRunning(folder: string): ClusterUrls | null {
  const path = notePath(folder);
  return fs.existsSync(path) ? urlsSchema.parse(JSON.parse(fs.readFileSync(path, 'utf8'))) : null;
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '#src/server/secrets/sync-folder.ts';
import { canReach, childUserFor, type ChildUser } from './child-user.ts';

/** Where the parts of one data folder's PostgreSQL lie, and who it runs as. */
export type ClusterPlaces = {
  /** `DATA_DIR/db`: lock, note of the running server */
  folder: string;
  user: ChildUser;
  /** belongs to `user`, mode 0700; holds the cluster and its socket */
  home: string;
  /** PostgreSQL's data directory */
  data: string;
  /** set when `home` is not inside `folder`, for the operator to read */
  isElsewhere: boolean;
};

const forRoot = '/var/lib/mercado-campesino';
/** Copies in the making lie beside the cluster, on a disk that has its modes: a stick may have none. */
export const stagingPrefix = 'backup-';

/**
 * The cluster is in `<folder>/postgres`. As root, PostgreSQL runs as another user: when that one cannot reach the folder
 * (the home of root is closed), the cluster is where root's services keep theirs, under a name made from the folder's.
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

/** Makes the folders above the cluster, each for its user alone; another user has to pass through those of root. */
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

/** Half-made copies of a command that was killed, and sockets of a PostgreSQL that was: called under the folder's lock. */
export function sweepHome(home: string): void {
  for (const name of fs.readdirSync(home))
    // A socket's lock names a pid, which may be another process by now, and would be taken for the owner.
    if (name.startsWith(stagingPrefix) || name.startsWith('.s.PGSQL.'))
      fs.rmSync(join(home, name), { recursive: true, force: true });
}

/** Gives everything in a folder to PostgreSQL's user alone: a USB stick keeps neither owner nor mode. */
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
  /** the product's user on its database */
  databaseUrl: z.string(),
  /** the superuser on the product's database */
  superuserUrl: z.string(),
  /** the superuser on the database that every cluster has */
  maintenanceUrl: z.string(),
  /** PostgreSQL's data directory */
  data: z.string(),
});
/** How to reach a running cluster, passwords included: never logged. */
export type ClusterUrls = z.infer<typeof urlsSchema>;

function notePath(folder: string): string {
  return join(folder, 'running.json');
}

/** For `npm run audit` and `npm run backup` beside a running server; only the server's user can read it. */
export function noteRunning(folder: string, urls: ClusterUrls): void {
  fs.writeFileSync(notePath(folder), JSON.stringify(urls), { mode: 0o600 });
}

export function forgetRunning(folder: string): void {
  fs.rmSync(notePath(folder), { force: true });
}

/** Returns the addresses that the last server of this folder noted. That server may have ended: connecting shows it. */
export function readRunning(folder: string): ClusterUrls | null {
  const path = notePath(folder);
  return fs.existsSync(path) ? urlsSchema.parse(JSON.parse(fs.readFileSync(path, 'utf8'))) : null;
}

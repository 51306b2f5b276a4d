import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database, StoreLog } from '../database.ts';
import { openPostgres } from '../postgres.ts';
import { noteKeptCopy, readCopyPosition } from './kept-copy.ts';
import { copiedData, writeManifest, type BackupManifest } from './manifest.ts';
import { findBinaries } from '../cluster/binaries.ts';
import { sealFolder, type BackupSecret } from './sealed-file.ts';
import { checkStructure } from './check-structure.ts';
import type { ChildUser } from '../cluster/child-user.ts';
import { findPlaces, ownFolder, stagingPrefix } from '../cluster/cluster-places.ts';
import { copyRunning } from './copy-running.ts';
import { productUser, readPassword, superuser } from '../cluster/init-cluster.ts';
import { chooseAddress, startPostmaster, urlAt } from '../cluster/postmaster.ts';
import { reachCluster } from '../cluster/open-cluster.ts';
import { makeFolder, syncFolder, syncTree } from '../cluster/sync-folder.ts';

export type BackUpOptions = {
  /** `DATA_DIR/db` */
  folder: string;
  /** must not exist */
  target: string;
  now: Date;
  /** the copy is one closed file; absent: a folder, for whoever closes it otherwise */
  secret?: BackupSecret;
  log: StoreLog;
  /** what is wrong with the money in the copy, in sentences */
  audit: (database: Database) => Promise<string[]>;
};

/**
 * Copies the cluster of a data folder, also while a server works on it. The copy is started once, on its own, so that it
 * repairs itself, is audited, is stopped in order, and only then gets its sums and its name: what is restored later is
 * what was seen to be right. A cut before leaves `<target>.partial`.
 */
export async function backUp(options: BackUpOptions): Promise<BackupManifest> {
  const { target, folder, log } = options;
  if (fs.existsSync(target)) throw new Error(`${target} ya existe. Escoja una carpeta que no exista.`);
  const cluster = await reachCluster({ folder, log, onFatal: throwIt });
  const { home, user } = findPlaces(folder);
  const staging = fs.mkdtempSync(join(home, stagingPrefix));
  try {
    const data = join(staging, 'data');
    refuseFullDisk(cluster.data, staging);
    const kept = await readCopyPosition(cluster.databaseUrl);
    await copyRunning(cluster.superuserUrl, cluster.data, data);
    ownFolder(staging, user);
    await settleAndCheck(data, staging, user, options.audit);
    const { secret } = options;
    const manifest = secret ? keepClosed(data, staging, options, secret) : keep(data, options);
    if (kept) await noteKeptCopy(cluster.databaseUrl, kept);
    return manifest;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
    await cluster.close();
  }
}

async function settleAndCheck(
  data: string,
  staging: string,
  user: ChildUser,
  audit: BackUpOptions['audit'],
): Promise<void> {
  const address = await chooseAddress(staging, user);
  const binaries = findBinaries(user);
  // Nothing here outlives this command: what is kept is synced when it is kept.
  const postmaster = await startPostmaster({ binaries, data, address, user, settings: { fsync: 'off' } });
  try {
    const password = readPassword(data);
    const databaseUrl = urlAt(address, productUser, password, productUser);
    const database = await openPostgres({ databaseUrl, log: () => undefined });
    const findings = await audit(database);
    await database.close();
    const structure = await checkStructure(urlAt(address, superuser, password, productUser));
    const all = [...findings, ...(structure?.findings ?? [])];
    if (all.length > 0)
      throw new Error(`La copia no pasó la revisión y no se guarda: ${all.slice(0, 3).join(' ')}`);
  } finally {
    await postmaster.stop();
    address.remove();
  }
}

function keep(data: string, { target, now }: BackUpOptions): BackupManifest {
  const partial = `${target}.partial`;
  fs.rmSync(partial, { recursive: true, force: true });
  makeFolder(dirname(partial));
  fs.mkdirSync(partial, { mode: 0o700 });
  fs.rmSync(join(data, 'postmaster.opts'), { force: true });
  fs.cpSync(data, join(partial, copiedData), { recursive: true });
  const manifest = writeManifest(partial, now);
  syncTree(partial);
  fs.renameSync(partial, target);
  syncFolder(dirname(target));
  return manifest;
}

/** Nothing that is not closed leaves the disk of the data. */
function keepClosed(
  data: string,
  staging: string,
  { target, now }: BackUpOptions,
  secret: BackupSecret,
): BackupManifest {
  const copy = join(staging, 'copy');
  fs.mkdirSync(copy, { mode: 0o700 });
  fs.rmSync(join(data, 'postmaster.opts'), { force: true });
  fs.renameSync(data, join(copy, copiedData));
  const manifest = writeManifest(copy, now);
  const partial = `${target}.partial`;
  fs.rmSync(partial, { recursive: true, force: true });
  makeFolder(dirname(partial));
  sealFolder(copy, partial, secret);
  fs.renameSync(partial, target);
  syncFolder(dirname(target));
  return manifest;
}

/** Staging, and the target when it is on the same disk, each take as much as the cluster. */
function refuseFullDisk(data: string, staging: string): void {
  let bytes = 0;
  for (const entry of fs.readdirSync(data, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      bytes += fs.statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = fs.statfsSync(staging);
  if (bavail * bsize < bytes * 2)
    throw new Error(
      `En el disco de los datos no cabe la copia: hacen falta ${Math.ceil((bytes * 2) / 1_048_576)} MB libres.`,
    );
}

function throwIt(reason: string): void {
  throw new Error(reason);
}

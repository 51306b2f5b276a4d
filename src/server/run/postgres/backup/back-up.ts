import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { KeptCopy } from '#src/protocol/recovery.ts';
import { findBinaries } from '#src/server/run/postgres/cluster/binaries.ts';
import type { ChildUser } from '#src/server/run/postgres/cluster/child-user.ts';
import { findPlaces, ownFolder, stagingPrefix } from '#src/server/run/postgres/cluster/cluster-places.ts';
import { productUser, readPassword, superuser } from '#src/server/run/postgres/cluster/init-cluster.ts';
import { reachCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { chooseAddress, startPostmaster, urlAt } from '#src/server/run/postgres/cluster/postmaster.ts';
import type { Database, StoreLog } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { keptCopyKey, writeSetting } from '#src/server/store/records/settings.ts';
import { makeFolder, syncFolder, syncTree } from '#src/server/store/secrets/sync-folder.ts';
import { noteCheck } from './check-notes.ts';
import { checkStructure } from './check-structure.ts';
import { copiedData, writeManifest, type BackupManifest } from './manifest.ts';
import { sealFolder, type BackupSecret } from './sealed-file.ts';

export type BackUpOptions = {
  /** `DATA_DIR/db` */
  folder: string;
  /** Must not exist. */
  target: string;
  now: Date;
  /** Encrypts the copy into one file; without it the copy is a folder. */
  secret?: BackupSecret;
  log: StoreLog;
  /** Returns the faults of the money data in the copy, in sentences. */
  audit: (database: Database) => Promise<string[]>;
};

/**
 * Copies the cluster of a data folder, even while a server uses it. The copy is started once, which repairs it,
 * audited and stopped, and only then stored with checksums, under a temporary name until it is complete. An
 * interrupted run leaves `<target>.partial`.
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
    const partial = `${target}.partial`;
    const manifest = await store(data, staging, partial, options);
    fs.renameSync(partial, target);
    syncFolder(dirname(target));
    await noteCopy(cluster.databaseUrl, true, kept);
    return manifest;
  } catch (error) {
    // The operator must see the cause of the failure, even if it cannot be recorded.
    await noteCopy(cluster.databaseUrl, false).catch(() => undefined);
    throw error;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
    await cluster.close();
  }
}

/** Notes the position of a kept copy too, so that devices may delete the operations in it once their retention ends. */
function noteCopy(databaseUrl: string, isOk: boolean, kept: KeptCopy | null = null): Promise<void> {
  return connected(databaseUrl, async (database) => {
    if (kept) await writeSetting(database, keptCopyKey, JSON.stringify(kept));
    await noteCheck(database, 'copy', { at: new Date().toISOString(), isOk });
  });
}

async function settleAndCheck(
  data: string,
  staging: string,
  user: ChildUser,
  audit: BackUpOptions['audit'],
): Promise<void> {
  const address = await chooseAddress(staging, user);
  const binaries = findBinaries(user);
  // The stored copy is synced when it is kept.
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

/** Only encrypted data leaves the data disk, if there is a secret to encrypt it with. */
async function store(
  data: string,
  staging: string,
  partial: string,
  { now, secret }: BackUpOptions,
): Promise<BackupManifest> {
  fs.rmSync(partial, { recursive: true, force: true });
  makeFolder(dirname(partial));
  const copy = secret ? join(staging, 'copy') : partial;
  const inCopy = join(copy, copiedData);
  fs.mkdirSync(copy, { mode: 0o700 });
  if (!secret) fs.cpSync(data, inCopy, { recursive: true });
  else fs.renameSync(data, inCopy);
  const manifest = writeManifest(copy, now);
  if (!secret) syncTree(partial);
  else await sealFolder(copy, partial, secret);
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

/** Files that PostgreSQL creates at each start, or that belong only to the running instance. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label']);
/** Folders that must exist and be empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const isSegment = /^[0-9A-F]{24}$/;

/**
 * The low-level base backup of PostgreSQL's manual: copies a data directory while PostgreSQL writes to it.
 * Files change during the copy. `backup_label` and the log written from `pg_backup_start` to `pg_backup_stop`
 * repair that on the first start of the copy. A slot of this session keeps the log from being recycled, and
 * ends with the session.
 */
async function copyRunning(superuserUrl: string, data: string, target: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(
      `select pg_create_physical_replication_slot('mercado_copy_' || pg_backend_pid(), true, true)`,
    );
    const { rows } = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('npm run backup', fast => true)) as segment`,
    );
    copyFolder(data, target, true);
    // Copied last, so that nothing in the copy is newer than it states.
    copyFile(join(data, 'global', 'pg_control'), join(target, 'global', 'pg_control'));
    const stopped = await client.query<{ segment: string; label: string; spaces: string }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as spaces
        from pg_backup_stop(wait_for_archive => false)`,
    );
    const [from] = rows;
    const [to] = stopped.rows;
    if (!from || !to) throw new Error('PostgreSQL did not say where the copy begins and ends');
    if (to.spaces !== '') throw new Error('the data directory has tablespaces outside of it');
    fs.writeFileSync(join(target, 'backup_label'), to.label);
    copyLog(join(data, 'pg_wal'), join(target, 'pg_wal'), from.segment, to.segment);
  } finally {
    await client.end();
  }
}

function copyFolder(source: string, target: string, isTop: boolean): void {
  fs.mkdirSync(target, { mode: 0o700 });
  for (const entry of namesIn(source)) {
    if (leftOut.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isFile()) copyFile(from, to);
    else if (!entry.isDirectory()) continue;
    else if (isTop && emptied.has(entry.name)) fs.mkdirSync(to, { mode: 0o700 });
    else copyFolder(from, to, false);
  }
}

function copyLog(source: string, target: string, from: string, to: string): void {
  fs.mkdirSync(join(target, 'archive_status'), { mode: 0o700 });
  fs.mkdirSync(join(target, 'summaries'), { mode: 0o700 });
  let copied = 0;
  for (const name of fs.readdirSync(source)) {
    const isNeeded = (isSegment.test(name) && name >= from && name <= to) || name.endsWith('.history');
    if (!isNeeded) continue;
    fs.copyFileSync(join(source, name), join(target, name));
    copied += 1;
  }
  if (copied === 0) throw new Error(`the log from ${from} to ${to} is gone`);
}

/** A table dropped since the folder was read is missing, and replaying the log drops it too. */
function copyFile(from: string, to: string): void {
  try {
    fs.copyFileSync(from, to);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function namesIn(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Returns the position up to which a copy that begins now holds everything: below the oldest running transaction. Null
 * when the database has no epochs yet.
 */
async function readCopyPosition(databaseUrl: string): Promise<KeptCopy | null> {
  return connected(databaseUrl, async (database) => {
    const known = await database.query<{ is_there: boolean }>({
      text: `select to_regclass('epoch') is not null as is_there`,
    });
    if (!known.rows[0]?.is_there) return null;
    const { rows } = await database.query<KeptCopy>({
      text: 'select max(number) as epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position from epoch',
    });
    return rows[0] ?? null;
  });
}

async function connected<Value>(
  databaseUrl: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openPostgres({ databaseUrl, log: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

import fs from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** What PostgreSQL makes anew at each start, or what belongs to the running one alone. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label']);
/** Folders that have to be there and empty. */
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
 * The low-level base backup of the manual: copies a data directory while PostgreSQL writes to it. Files change under the
 * copy; `backup_label` and the log written from `pg_backup_start` to `pg_backup_stop` repair that when the copy is started
 * for the first time. A slot of this session keeps the log from being recycled, and goes with the session. Returns from which
 * segment on the copy needs the log, and when it was whole.
 */
export async function copyRunning(
  superuserUrl: string,
  data: string,
  target: string,
): Promise<{ segment: string; at: Date }> {
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
    // Last: nothing that it points to may be newer in the copy than it says.
    copyFile(join(data, 'global', 'pg_control'), join(target, 'global', 'pg_control'));
    const stopped = await client.query<{ segment: string; label: string; spaces: string; at: Date }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as spaces, clock_timestamp() as at
        from pg_backup_stop(wait_for_archive => false)`,
    );
    const [from] = rows;
    const [to] = stopped.rows;
    if (!from || !to) throw new Error('PostgreSQL did not say where the copy begins and ends');
    if (to.spaces !== '') throw new Error('the data directory has tablespaces outside of it');
    fs.writeFileSync(join(target, 'backup_label'), to.label);
    copyLog(join(data, 'pg_wal'), join(target, 'pg_wal'), from.segment, to.segment);
    return { segment: from.segment, at: to.at };
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

/** A table dropped since the folder was read is gone, and the log says so too. */
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

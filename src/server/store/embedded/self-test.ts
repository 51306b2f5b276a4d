import { sep } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { HostWatch } from './host-watch.ts';
import { canSyncFolders } from './sync-folder.ts';

/** Our one row in the cluster, outside the schemas of the product. Made when the folder is created. */
export const PROBE_SCHEMA_SQL =
  'CREATE SCHEMA IF NOT EXISTS embedded_store; ' +
  'CREATE TABLE IF NOT EXISTS embedded_store.probe (id int PRIMARY KEY, beat bigint NOT NULL); ' +
  'INSERT INTO embedded_store.probe VALUES (1, 0) ON CONFLICT DO NOTHING;';

/** A commit of the smallest kind: it must sync the log. */
export const PROBE_SQL = 'UPDATE embedded_store.probe SET beat = beat + 1 WHERE id = 1';

const REQUIRED_SETTINGS = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

const PROBE_COMMITS = 3;

/**
 * Asks a started database to write, and counts what reached the host's disk.
 * Answers the reasons why it must not take money, in words for the operator; empty when it may.
 * What it cannot see: a disk that answers a flush it has not done.
 */
export async function selfTest(pg: PGlite, watch: HostWatch, folder: string): Promise<string[]> {
  const reasons = await checkSettings(pg);
  await pg.exec(PROBE_SCHEMA_SQL);
  reasons.push(...(await checkCommits(pg, watch, folder)));
  reasons.push(...(await checkNewFile(pg, watch, folder)));
  reasons.push(...(await checkCheckpoint(pg, watch, folder)));
  return reasons;
}

/**
 * Every start, with recovery or without, writes that the cluster is in use. Were that not synced, the bridge came
 * too late for crash recovery, whose checkpoint would then be the very thing the next power cut tears.
 */
export function checkStart(syncedAtStart: readonly string[], folder: string): string[] {
  if (syncedAtStart.includes(`${folder}${sep}global${sep}pg_control`)) return [];
  return ['el arranque no sincronizó global/pg_control'];
}

async function checkSettings(pg: PGlite): Promise<string[]> {
  const reasons: string[] = [];
  for (const [name, wanted] of Object.entries(REQUIRED_SETTINGS)) {
    const { rows } = await pg.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
    const value = rows[0]?.value;
    if (value !== wanted) reasons.push(`el ajuste ${name} vale ${value} y debe valer ${wanted}`);
  }
  return reasons;
}

async function checkCommits(pg: PGlite, watch: HostWatch, folder: string): Promise<string[]> {
  let unsynced = 0;
  for (let commit = 0; commit < PROBE_COMMITS; commit += 1) {
    const synced = await watch.syncedDuring(() => pg.exec(PROBE_SQL));
    if (!synced.some((path) => path.startsWith(`${folder}${sep}pg_wal${sep}`))) unsynced += 1;
  }
  return unsynced === 0
    ? []
    : [`${unsynced} de ${PROBE_COMMITS} confirmaciones no llegaron al disco (pg_wal)`];
}

async function checkNewFile(pg: PGlite, watch: HostWatch, folder: string): Promise<string[]> {
  // A cut between the two statements below leaves the table behind.
  await pg.exec('DROP TABLE IF EXISTS embedded_store.self_test');
  const synced = await watch.syncedDuring(() => pg.exec('CREATE TABLE embedded_store.self_test (id int)'));
  await pg.exec('DROP TABLE embedded_store.self_test');
  const isTableFolder = (path: string): boolean =>
    path.startsWith(`${folder}${sep}base${sep}`) && path.split(sep).length === folder.split(sep).length + 2;
  if (!canSyncFolders || synced.some(isTableFolder)) return [];
  return ['se creó un archivo nuevo y su carpeta no se sincronizó'];
}

async function checkCheckpoint(pg: PGlite, watch: HostWatch, folder: string): Promise<string[]> {
  const synced = await watch.syncedDuring(() => pg.exec('CHECKPOINT'));
  const reasons: string[] = [];
  if (!synced.includes(`${folder}${sep}global${sep}pg_control`)) {
    reasons.push('el punto de control no sincronizó global/pg_control');
  }
  if (!synced.some((path) => path.startsWith(`${folder}${sep}base${sep}`))) {
    reasons.push('el punto de control no sincronizó ningún archivo de datos (base/)');
  }
  return reasons;
}

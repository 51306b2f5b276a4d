import { createHash } from 'node:crypto';
import type { Database, Session } from './database.ts';
import { baseline } from './migrations/0001-baseline.ts';

/**
 * One step of the schema. A released text never changes. `sql` may contain several statements. It runs in a
 * transaction, so it must not begin or end one, or use a statement that is forbidden inside one (CREATE INDEX
 * CONCURRENTLY). `servesOlder`: it only expands the schema, so that the previous release runs on the result
 * and processes can be replaced one after the other (docs/decisions/0096). Without it an older program
 * refuses to start.
 */
export type Migration = { id: string; sql: string; servesOlder?: boolean };

/** Every migration, oldest first. A released one never changes; a new one follows it. */
export const allMigrations: readonly Migration[] = [baseline];

type Applied = { id: string; checksum: string; serves_older: boolean };

/**
 * The lock is a row, not an advisory lock, so that it works on every server that speaks the protocol. Two
 * simultaneous first starts may both find no table: the loser's CREATE fails on a unique name and is
 * repeated.
 */
const BOOKKEEPING_SQL = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text NOT NULL,
    serves_older boolean NOT NULL DEFAULT false);
  CREATE TABLE IF NOT EXISTS schema_migration_lock (id int PRIMARY KEY);
  INSERT INTO schema_migration_lock (id) VALUES (1) ON CONFLICT DO NOTHING;`;

const LOST_CREATION_RACE = new Set(['23505', '42P07', '42710']);
const CREATION_ATTEMPTS = 5;

/**
 * Updates the schema to this version of the program. Each migration and its row are one transaction, so a
 * crash leaves both or neither. Rejects with a sentence for the operator, and changes nothing, when an applied
 * migration's text has changed, or when another program wrote the database and this one cannot work beside it.
 * Returns whether a newer program has migrated the database in a way that this one can work with.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
): Promise<{ isNewer: boolean }> {
  if (!(await hasBookkeeping(database))) await createBookkeeping(database);
  const before = await appliedIn(database);
  refuseIfForeign(before, migrations);
  if (before.length > migrations.length) return { isNewer: true };
  // Applied migrations are never removed, so a start without missing ones takes no lock and writes nothing.
  for (const migration of migrations.filter(({ id }) => !before.some((row) => row.id === id))) {
    await database.transaction((session) => applyOnce(session, migration, migrations), 'money');
  }
  return { isNewer: false };
}

/** Checked first, so that a start on an existing schema needs no right to change it. */
async function hasBookkeeping(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ here: boolean }>({
    text: `SELECT to_regclass('schema_migration_lock') IS NOT NULL AND to_regclass('schema_migration') IS NOT NULL AS here`,
  });
  return rows[0]?.here ?? false;
}

async function createBookkeeping(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction((session) => session.query({ text: BOOKKEEPING_SQL }), 'money');
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt === CREATION_ATTEMPTS || !LOST_CREATION_RACE.has(code)) throw error;
    }
  }
}

/** Waits for any other process that migrates, then checks again, so that no migration runs twice. */
async function applyOnce(
  session: Session,
  migration: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  // The migration of a large table has no time limit, and neither has the wait for one.
  await session.query({ text: 'SET LOCAL statement_timeout = 0' });
  await session.query({ text: 'UPDATE schema_migration_lock SET id = 1 WHERE id = 1', mayTakeLong: true });
  const applied = await appliedIn(session);
  refuseIfForeign(applied, migrations);
  if (applied.some(({ id }) => id === migration.id)) return;
  await session.query({ text: migration.sql, mayTakeLong: true });
  await session.query({
    text: 'INSERT INTO schema_migration (id, checksum, serves_older) VALUES ($1, $2, $3)',
    values: [migration.id, checksumOf(migration), migration.servesOlder ?? false],
  });
}

/** Release 0.1.0 does not have the column `serves_older`. */
async function appliedIn(session: Session): Promise<Applied[]> {
  const { rows } = await session.query<Applied>({
    text: `SELECT id, checksum, coalesce((to_jsonb(m) ->> 'serves_older')::boolean, false) AS serves_older
      FROM schema_migration m ORDER BY id`,
  });
  return rows;
}

function refuseIfForeign(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.id, checksumOf(migration)]));
  for (const { id, checksum, serves_older: servesOlder } of applied) {
    const expected = known.get(id);
    if (expected === undefined && servesOlder) continue;
    if (expected === undefined) {
      throw new Error(
        `La base de datos es de otra versión del programa (migración ${id}, desconocida aquí). ` +
          'Use esa versión o una posterior. Los datos de la 0.2.0 y anteriores no se pueden pasar a esta.',
      );
    }
    if (expected !== checksum) {
      throw new Error(
        `La migración ${id} ya aplicada no es la misma que trae este programa: su texto cambió después. ` +
          'No se tocó nada; restaure el texto original y escriba el cambio en una migración nueva.',
      );
    }
  }
  // Applied migrations must be the first ones: one inserted before them would run on a schema for which it
  // was not written.
  const missing = migrations.slice(0, applied.length).find(({ id }) => !applied.some((row) => row.id === id));
  if (missing) {
    throw new Error(`La migración ${missing.id} falta en la base de datos y hay posteriores ya aplicadas.`);
  }
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

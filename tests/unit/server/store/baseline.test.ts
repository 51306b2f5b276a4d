import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { allMigrations, migrate, type Migration } from '#src/server/store/migrate.ts';
import { baseline } from '#src/server/store/migrations/0001-baseline.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

const digestOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** The program of release 0.9.0, and the next one, whose first migration creates the same schema at once. */
const people = { id: '0001-people', sql: 'CREATE TABLE person (id int8 PRIMARY KEY)' };
const names = { id: '0002-names', sql: "ALTER TABLE person ADD COLUMN name text NOT NULL DEFAULT ''" };
const older: readonly Migration[] = [people, names];
const whole: Migration = {
  id: '0001-whole',
  sql: "CREATE TABLE person (id int8 PRIMARY KEY, name text NOT NULL DEFAULT '')",
  replaces: {
    release: '0.9.0',
    checksums: Object.fromEntries(older.map(({ id, sql }) => [id, digestOf(sql)])),
  },
};
const phones: Migration = {
  id: '0003-phones',
  sql: 'ALTER TABLE person ADD COLUMN phone text',
  servesOlder: true,
};
const newer: readonly Migration[] = [whole, phones];

describe('a baseline', () => {
  const opened = databaseForSuite({ isEmpty: true });

  beforeEach(async () => {
    await opened.database.query({
      text: 'DROP TABLE IF EXISTS person, schema_migration, schema_migration_lock',
    });
  });

  async function applied(): Promise<unknown[]> {
    const { rows } = await opened.database.query({
      text: 'SELECT id, checksum, serves_older FROM schema_migration ORDER BY id',
    });
    return rows.map(({ id, serves_older: servesOlder }) => (servesOlder ? `${String(id)} (serves)` : id));
  }

  /** Everything that a refused start could have changed. */
  async function everything(): Promise<unknown> {
    const { rows } = await opened.database.query({
      text: `SELECT (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.id) FROM schema_migration m) AS migrations,
        (SELECT jsonb_agg(c.relname || '.' || a.attname ORDER BY c.relname, a.attnum) FROM pg_attribute a
          JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0) AS columns`,
    });
    return rows;
  }

  it('runs on an empty database, without the older migrations', async () => {
    await migrate(opened.database, newer);
    expect(await applied()).toEqual(['0001-whole', '0003-phones (serves)']);
  });

  it('is recorded without running when all that it replaces exists, and later migrations follow', async () => {
    await migrate(opened.database, older);
    await opened.database.query({ text: 'INSERT INTO person (id) VALUES (7)' });
    expect(await migrate(opened.database, newer)).toEqual({ isNewer: false });
    expect(await migrate(opened.database, newer)).toEqual({ isNewer: false });
    expect(await applied()).toEqual([
      '0001-people',
      '0001-whole (serves)',
      '0002-names',
      '0003-phones (serves)',
    ]);
    expect((await opened.database.query({ text: 'SELECT id FROM person' })).rows).toEqual([{ id: 7 }]);
  });

  it('is recorded once when several start at the same moment', async () => {
    await migrate(opened.database, older);
    const others = await Promise.all([opened.openAnother(), opened.openAnother()]);
    await Promise.all([opened.database, ...others].map((database) => migrate(database, newer)));
    expect(await applied()).toHaveLength(4);
    await Promise.all(others.map((database) => database.close()));
  });

  it('lets the release that it names start beside it, if it was only recorded', async () => {
    await migrate(opened.database, older);
    await migrate(opened.database, newer);
    expect(await migrate(opened.database, older)).toEqual({ isNewer: true });
  });

  it('keeps the release that it names from starting on a schema that it has not created', async () => {
    await migrate(opened.database, newer);
    const before = await everything();
    await expect(migrate(opened.database, older)).rejects.toThrow(/otra versión.*migración 0001-whole/);
    expect(await everything()).toEqual(before);
  });

  it("lets an older program that knows the baseline start on a newer one's additions", async () => {
    await migrate(opened.database, older);
    await migrate(opened.database, newer);
    expect(await migrate(opened.database, [whole])).toEqual({ isNewer: true });
  });

  it('refuses a database with a part of what it replaces, names the release in between, and changes nothing', async () => {
    await migrate(opened.database, [people]);
    const before = await everything();
    await expect(migrate(opened.database, newer)).rejects.toThrow(
      /anterior a la 0\.9\.0 .*No se tocó nada; instale primero la versión 0\.9\.0/,
    );
    expect(await everything()).toEqual(before);
  });

  it('refuses a database whose bookkeeping has no serves_older column, and leaves it unchanged', async () => {
    await opened.database.query({
      text: `CREATE TABLE schema_migration (
          id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text NOT NULL);
        CREATE TABLE schema_migration_lock (id int PRIMARY KEY);`,
    });
    const insert = 'INSERT INTO schema_migration (id, checksum) VALUES ($1, $2)';
    await opened.database.query({ text: insert, values: [people.id, digestOf(people.sql)] });
    const before = await everything();
    await expect(migrate(opened.database, newer)).rejects.toThrow('instale primero la versión 0.9.0');
    expect(await everything()).toEqual(before);
    await opened.database.query({ text: insert, values: ['0009-unknown', 'x'] });
    await expect(migrate(opened.database, newer)).rejects.toThrow('migración 0009-unknown, desconocida');
  });

  it('refuses a database in which a replaced migration has another text', async () => {
    await migrate(opened.database, [people, { ...names, sql: `${names.sql} -- changed` }]);
    const before = await everything();
    await expect(migrate(opened.database, newer)).rejects.toThrow(/0002-names ya aplicada no es la misma/);
    expect(await everything()).toEqual(before);
  });
});

test('the baseline is the first migration of this program', () => {
  expect(allMigrations[0]).toBe(baseline);
});

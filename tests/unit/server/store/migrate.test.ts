import { beforeEach, describe, expect, it } from 'vitest';
import { allMigrations, migrate } from '#src/server/store/migrate.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

const people = {
  id: '0001-people',
  sql: 'CREATE TABLE person (id int8 PRIMARY KEY); CREATE TABLE stall (id int8);',
};
const names = {
  id: '0002-names',
  sql: "ALTER TABLE person ADD COLUMN name text NOT NULL DEFAULT ''; INSERT INTO stall VALUES (1)",
};

/**
 * SQL words by which an older program would lose data that it reads or writes, or would have to write unknown
 * data.
 */
function narrowing(sql: string): string[] {
  const words = sql.replaceAll(/--.*$/gm, '').toLowerCase();
  const lost = /\b(drop (table|column)|rename|alter column \S+ (set not null|(set data )?type))\b/g;
  const added = [...words.matchAll(/add column[^,;]*/g)].map(([column]) => column);
  return [
    ...[...words.matchAll(lost)].map(([found]) => found),
    ...added.filter((column) => column.includes('not null') && !column.includes('default')),
  ];
}

describe('migrations', () => {
  const opened = databaseForSuite({ isEmpty: true });

  beforeEach(async () => {
    await opened.database.query({
      text: 'DROP TABLE IF EXISTS person, stall, schema_migration, schema_migration_lock',
    });
  });

  async function applied(): Promise<unknown[]> {
    const { rows } = await opened.database.query({ text: 'SELECT id FROM schema_migration ORDER BY id' });
    return rows.map(({ id }) => id);
  }

  it('writes nothing, and waits for no lock, when nothing is missing', async () => {
    await migrate(opened.database, [people, names]);
    const unasked = (): never => expect.fail('a transaction');
    const { database } = opened;
    await migrate({ ...database, query: (statement) => database.query(statement), transaction: unasked }, [
      people,
      names,
    ]);
  });

  it('leaves nothing of a migration that fails half-way', async () => {
    const broken = { id: '0002-broken', sql: 'INSERT INTO stall VALUES (7); SELECT 1/0;' };
    await expect(migrate(opened.database, [people, broken])).rejects.toMatchObject({ code: '22012' });
    expect(await applied()).toEqual(['0001-people']);
    const { rows } = await opened.database.query({ text: 'SELECT * FROM stall' });
    expect(rows).toEqual([]);
  });

  it('refuses when the text of an applied migration has changed', async () => {
    await migrate(opened.database, [people]);
    const changed = { ...people, sql: `${people.sql} -- and a bit more` };
    await expect(migrate(opened.database, [changed, names])).rejects.toThrow(
      /0001-people ya aplicada no es la misma/,
    );
    expect(await applied()).toEqual(['0001-people']);
  });

  it('refuses a database of a newer program', async () => {
    await migrate(opened.database, [people, names]);
    await expect(migrate(opened.database, [people])).rejects.toThrow(
      /otra versión del programa \(migración 0002-names/,
    );
  });

  it('refuses a database of release 0.1.0, whose bookkeeping has no column serves_older', async () => {
    await opened.database.query({
      text: `CREATE TABLE schema_migration (
          id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text NOT NULL);
        CREATE TABLE schema_migration_lock (id int PRIMARY KEY);
        INSERT INTO schema_migration (id, checksum) VALUES ('0009-unknown', 'x');`,
    });
    await expect(migrate(opened.database, [people])).rejects.toThrow('migración 0009-unknown, desconocida');
    expect(await applied()).toEqual(['0009-unknown']);
  });

  it("lets an older program start on a newer one's additions", async () => {
    await migrate(opened.database, [people, { ...names, servesOlder: true }]);
    expect(await migrate(opened.database, [people])).toEqual({ isNewer: true });
    expect(await migrate(opened.database, [people, names])).toEqual({ isNewer: false });
    await expect(migrate(opened.database, [])).rejects.toThrow(/migración 0001-people/);
  });

  it('only expands where it declares so', () => {
    for (const { id, sql, servesOlder } of allMigrations)
      expect([id, servesOlder ? narrowing(sql) : []]).toEqual([id, []]);
    expect(narrowing('alter table a drop column b')).toEqual(['drop column']);
    expect(narrowing('alter table a add column b int not null;')).toEqual(['add column b int not null']);
    expect(narrowing('alter table a add column b int not null default 0; -- drop column c')).toEqual([]);
  });

  it('refuses a migration inserted before applied ones', async () => {
    await migrate(
      opened.database,
      [names].map((migration) => ({ ...migration, sql: 'SELECT 1' })),
    );
    const later = { ...names, sql: 'SELECT 1' };
    await expect(migrate(opened.database, [people, later])).rejects.toThrow(/0001-people falta/);
  });

  it('applies missing ones in order, each once when several start at the same moment', async () => {
    const others = await Promise.all([opened.openAnother(), opened.openAnother(), opened.openAnother()]);
    for (const all of [[people], [people, names]])
      await Promise.all([opened.database, ...others].map((database) => migrate(database, all)));
    expect(await applied()).toEqual(['0001-people', '0002-names']);
    const { rows } = await opened.database.query({ text: 'SELECT count(*) AS stalls FROM stall' });
    expect(rows).toEqual([{ stalls: 1 }]);
    await Promise.all(others.map((database) => database.close()));
  });
});

import { beforeEach, expect, it } from 'vitest';
import { migrate } from '#src/server/store/migrate.ts';
import { describeOnBothEngines } from './both-engines.ts';

const people = {
  id: '0001-people',
  sql: 'CREATE TABLE person (id int8 PRIMARY KEY); CREATE TABLE stall (id int8);',
};
const names = {
  id: '0002-names',
  sql: "ALTER TABLE person ADD COLUMN name text NOT NULL DEFAULT ''; INSERT INTO stall VALUES (1)",
};

describeOnBothEngines('migrations', (engine) => {
  beforeEach(async () => {
    await engine.database().query({
      text: 'DROP TABLE IF EXISTS person, stall, schema_migration, schema_migration_lock',
    });
  });

  async function applied(): Promise<unknown[]> {
    const { rows } = await engine.database().query({ text: 'SELECT id FROM schema_migration ORDER BY id' });
    return rows.map(({ id }) => id);
  }

  it('applies what is missing, in order, once', async () => {
    await migrate(engine.database(), [people]);
    await migrate(engine.database(), [people, names]);
    await migrate(engine.database(), [people, names]);
    expect(await applied()).toEqual(['0001-people', '0002-names']);
    const { rows } = await engine.database().query({ text: 'SELECT count(*) AS stalls FROM stall' });
    expect(rows).toEqual([{ stalls: 1 }]);
  });

  it('leaves nothing of a migration that fails half way', async () => {
    const broken = { id: '0002-broken', sql: 'INSERT INTO stall VALUES (7); SELECT 1/0;' };
    await expect(migrate(engine.database(), [people, broken])).rejects.toMatchObject({ code: '22012' });
    expect(await applied()).toEqual(['0001-people']);
    const { rows } = await engine.database().query({ text: 'SELECT * FROM stall' });
    expect(rows).toEqual([]);
  });

  it('refuses when the text of an applied migration has changed', async () => {
    await migrate(engine.database(), [people]);
    const changed = { ...people, sql: `${people.sql} -- and a bit more` };
    await expect(migrate(engine.database(), [changed, names])).rejects.toThrow(
      /0001-people ya aplicada no es la misma/,
    );
    expect(await applied()).toEqual(['0001-people']);
  });

  it('refuses a database of a newer program', async () => {
    await migrate(engine.database(), [people, names]);
    await expect(migrate(engine.database(), [people])).rejects.toThrow(
      /versión más nueva del programa \(migración 0002-names/,
    );
  });

  it('refuses a migration slipped in before applied ones', async () => {
    await migrate(
      engine.database(),
      [names].map((migration) => ({ ...migration, sql: 'SELECT 1' })),
    );
    const later = { ...names, sql: 'SELECT 1' };
    await expect(migrate(engine.database(), [people, later])).rejects.toThrow(/0001-people falta/);
  });

  it('applies each once when several start at the same moment', async () => {
    const others =
      engine.database().engine === 'postgres'
        ? await Promise.all([engine.openAnother(), engine.openAnother(), engine.openAnother()])
        : [engine.database(), engine.database()];
    await Promise.all([engine.database(), ...others].map((database) => migrate(database, [people, names])));
    expect(await applied()).toEqual(['0001-people', '0002-names']);
    const { rows } = await engine.database().query({ text: 'SELECT count(*) AS stalls FROM stall' });
    expect(rows).toEqual([{ stalls: 1 }]);
    if (engine.database().engine === 'postgres')
      await Promise.all(others.map((database) => database.close()));
  });
});

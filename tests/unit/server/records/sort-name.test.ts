import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { allMigrations, migrate } from '#src/server/store/migrate.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openTestDatabase } from '#tests/support/server/test-database.ts';

const opened = databaseForSuite();

/** As a process of the release before does, which knows of no such column. */
async function register(
  database: typeof opened.database,
  ownerName: string,
  stallName = '',
): Promise<string> {
  const id = randomUUID();
  await database.query({
    text: `insert into person (id, user_type, status, owner_name, stall_name, search_text, created_at, document_number) values ($1::uuid, 'USUARIO', 'APROBADO', $2, $3, '', now(), $1::text)`,
    values: [id, ownerName, stallName],
  });
  return id;
}

async function sortNameOf(database: typeof opened.database, id: string): Promise<unknown> {
  const { rows } = await database.query<{ sort_name: string }>({
    text: 'select sort_name from person where id = $1',
    values: [id],
  });
  return rows[0]?.sort_name;
}

it('stands in the order of names, whoever registers or renames it', async () => {
  const id = await register(opened.database, 'Íngrid Ñáñez');
  expect(await sortNameOf(opened.database, id)).toBe('ingrid nanez');
  await opened.database.query({ text: `update person set owner_name = 'Ána' where id = $1`, values: [id] });
  expect(await sortNameOf(opened.database, id)).toBe('ana');
  expect(await sortNameOf(opened.database, await register(opened.database, 'Luz', 'Frutas Güepajé'))).toBe(
    'frutas guepaje',
  );
});

it('is put right where a process of before has written already', async () => {
  const before = allMigrations.findIndex(({ id }) => id === '0037-names-kept-in-order');
  const old = await openTestDatabase({ isEmpty: true });
  try {
    await migrate(old.database, allMigrations.slice(0, before));
    const id = await register(old.database, 'Íngrid Ñáñez');
    expect(await sortNameOf(old.database, id)).toBe('');
    await migrate(old.database);
    expect(await sortNameOf(old.database, id)).toBe('ingrid nanez');
  } finally {
    await old.stop();
  }
});

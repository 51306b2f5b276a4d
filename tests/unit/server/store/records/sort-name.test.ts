import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { databaseForSuite } from '#tests/support/for-suite.ts';

const opened = databaseForSuite();

/** Registers like a process of the previous release, which does not know this column. */
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

it('keeps the order of names, for every writer that registers or renames', async () => {
  const id = await register(opened.database, 'Íngrid Ñáñez');
  expect(await sortNameOf(opened.database, id)).toBe('ingrid nanez');
  await opened.database.query({ text: `update person set owner_name = 'Ána' where id = $1`, values: [id] });
  expect(await sortNameOf(opened.database, id)).toBe('ana');
  expect(await sortNameOf(opened.database, await register(opened.database, 'Luz', 'Frutas Güepajé'))).toBe(
    'frutas guepaje',
  );
});

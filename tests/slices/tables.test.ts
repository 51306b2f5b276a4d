import { describe, expect, it } from 'vitest';
import { readTables } from '#scripts/checks/draw-tables.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

describe('the page of tables', () => {
  const opened = databaseForSuite();

  it('lists from the migrations every column of the database, and which may be null', async () => {
    const { rows } = await opened.database.query<{ name: string; columns: string[] }>({
      text: `select table_name as name, array_agg(column_name || case is_nullable when 'YES' then '?' else '' end
          order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'public' and table_name not like 'schema_migration%'
          and exists (select 1 from pg_class c where c.oid = table_name::regclass and c.relkind = 'r')
        group by table_name order by table_name`,
    });
    const read = [...readTables()].map(([name, { columns }]) => ({
      name,
      columns: columns.map(({ name: column, note }) => (note.includes('null') ? `${column}?` : column)),
    }));
    expect(read.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows);
  });

  it('takes the heading and the sentence of a table from the comments above it', () => {
    const sql =
      '-- # Things\n\n-- A thing.\n-- It is here.\ncreate table thing (\n  -- a, b\n  id int primary key\n);\n';
    expect(readTables([{ sql }]).get('thing')).toMatchObject({
      heading: 'Things',
      sentence: 'A thing. It is here.',
      columns: [{ name: 'id' }],
    });
    for (const part of ['-- # Things', '-- A thing.\n-- It is here.'])
      expect(() => readTables([{ sql: sql.replace(part, '') }])).toThrow(
        'thing has no heading, or no comment',
      );
  });
});

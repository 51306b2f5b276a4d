import type { Database } from '#src/server/store/database.ts';

/** Returns every column of every table that holds one of these texts, as "table.column". */
export async function columnsWith(database: Database, ...texts: string[]): Promise<string[]> {
  const { rows } = await database.query<{ table_name: string; column_name: string }>({
    text: `select table_name, column_name from information_schema.columns where table_schema = 'public'
      and data_type in ('text', 'jsonb')`,
  });
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of rows)
    for (const text of texts) {
      const hit = await database.query({
        text: `select 1 from "${table}" where strpos(lower("${column}"::text), lower($1)) > 0 limit 1`,
        values: [text],
      });
      if (hit.rowCount > 0) found.push(`${table}.${column}`);
    }
  return found;
}

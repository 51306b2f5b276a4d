import { randomUUID } from 'node:crypto';
import type { Database, Session } from '#src/server/store/database.ts';
import { run } from './rolled-back.ts';

/** Every table that receives money. */
export const moneyTables = [
  'ledger_account',
  'voucher',
  'movement',
  'posting',
  'top_up',
  'purchase',
  'points_entry',
  'receipt',
];

/** Returns the answer of `work` and every row of these tables after it, without generated ids and codes; then rolls back. */
export async function outcomeOf<Answer>(
  session: Session,
  tables: readonly string[],
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; rows: string[] }> {
  await session.query({ text: 'savepoint before' });
  const answer = await work();
  const rows: string[] = [];
  const made = new Set<string>();
  for (const table of tables)
    for (const { row } of await run<{ row: Record<string, unknown> }>(
      session,
      // The order of a movement's legs has no meaning.
      `select to_jsonb(t) ${table === 'posting' ? "- 'leg' " : ''}as row from ${table} t`,
    )) {
      rows.push(`${table} ${JSON.stringify(row)}`);
      for (const name of [row['movement_id'], row['code'], row['id']])
        if (typeof name === 'string' && table !== 'voucher' && table !== 'ledger_account') made.add(name);
    }
  await session.query({ text: 'rollback to savepoint before' });
  const withoutNames = (text: string): string =>
    [...made].reduce((rest, name) => rest.replaceAll(name, 'made here'), text);
  return {
    answer: JSON.parse(withoutNames(JSON.stringify(answer))) as Answer,
    rows: rows.map(withoutNames).toSorted(),
  };
}

/** Inserts a customer, who may have been merged into another. */
export async function addCustomer(database: Database, mergedInto: string | null): Promise<string> {
  const id = randomUUID();
  await database.query({
    text: `insert into person (id, user_type, status, visible, identificacion, owner_name, search_text, created_at, merged_into)
      values ($1, 'USUARIO', 'APROBADO', $2, $4, 'Otra persona', '', now(), $3)`,
    values: [id, mergedInto === null, mergedInto, id],
  });
  return id;
}

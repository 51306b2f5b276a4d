import { firstIdOf } from '#src/server/ledger/ids.ts';
import type { Database } from '#src/server/store/database.ts';

/** Where passing begins: before every movement. */
export const noMovement = '00000000-0000-0000-0000-000000000000';

/**
 * Removes from the receipts of the `most` movements after `reached`, made before `before`, what the ledger can reproduce
 * (whole-answers.ts). Movements are in the order of their ids, which begin with their time. Key, hash and refusal stay
 * forever: a repeated operation is the same operation, however old. Returns how many there were and the last id, or null
 * when there are no more.
 */
export async function slimReceipts(
  database: Database,
  { reached, before, most }: { reached: string; before: Date; most: number },
): Promise<{ count: number; last: string } | null> {
  const { rows } = await database.query<{ id: string; reference: string; kind: string }>({
    name: 'old-movements',
    text: `select id, reference, kind from movement where id > $1 and id < $2 order by id limit $3`,
    values: [reached, firstIdOf(before.getTime()), most],
  });
  const last = rows.at(-1);
  if (!last) return null;
  await database.query({
    name: 'slim-receipts',
    text: 'select slim_receipts($1::text[])',
    values: [rows.flatMap(({ kind, reference }) => (kind === 'purchase' ? [reference] : []))],
  });
  return { count: rows.length, last: last.id };
}

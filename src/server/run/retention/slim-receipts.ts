import { firstIdOf } from '#src/server/ledger/ids.ts';
import type { Database } from '#src/server/store/database.ts';

/** Start of the scan: sorts before every movement. */
export const noMovement = '00000000-0000-0000-0000-000000000000';

/**
 * Removes from the receipts of the `most` movements after `reached`, made before `before`, the fields that
 * the ledger can reproduce (whole-answers.ts). Movement ids start with their time, so they are chronological.
 * Key, hash and refusal are kept forever, so that a repeated operation is recognised at any age. Returns the
 * number of movements and the last id, or null when there are no more.
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

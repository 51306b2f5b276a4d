import type { Database } from '#src/server/store/database.ts';

type Entry = { opId: string; recordedAt: Date };

/**
 * Deletes the contents of envelopes recorded before `before`, `most` at a time, while `mayGoOn`. Id, hash,
 * signatures, person and time remain, which prove that the device signed this content. Envelopes without a
 * receipt, or with an open line, are kept whole. Returns the number deleted.
 */
export async function slimEnvelopes(
  database: Database,
  { before, most, mayGoOn }: { before: Date; most: number; mayGoOn: () => boolean },
): Promise<number> {
  let count = 0;
  for (let after: Entry = { opId: '', recordedAt: new Date(0) }; mayGoOn();) {
    const { rows } = await database.query<Entry>({
      name: 'old-envelopes',
      text: `select op_id as "opId", recorded_at as "recordedAt" from journal_entry
        where envelope ? 'hash' and (recorded_at, op_id) > ($1, $2) and recorded_at < $3
        order by recorded_at, op_id limit $4`,
      values: [after.recordedAt, after.opId, before, most],
    });
    const last = rows.at(-1);
    if (!last) break;
    const slimmed = await database.query<{ count: number }>({
      name: 'slim-envelopes',
      text: 'select slim_envelopes($1::text[]) as count',
      values: [rows.map(({ opId }) => opId)],
    });
    count += slimmed.rows[0]?.count ?? 0;
    after = last;
  }
  return count;
}

/**
 * Deletes device incidents and notices of exhausted vouchers from before `before`. Returns the number
 * deleted.
 */
export async function forgetDeviceEvents(
  database: Database,
  { before, most, mayGoOn }: { before: Date; most: number; mayGoOn: () => boolean },
): Promise<number> {
  let count = 0;
  for (let last = most; last > 0 && mayGoOn(); count += last) {
    const { rows } = await database.query<{ count: number }>({
      name: 'forget-device-events',
      text: 'select forget_device_events($1, $2) as count',
      values: [before, most],
    });
    last = rows[0]?.count ?? 0;
  }
  return count;
}

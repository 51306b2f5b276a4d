import { forgetDeviceEvents, slimEnvelopes } from '#src/server/journal/sql/let-go.ts';
import { firstIdOf } from '#src/server/ledger/ids.ts';
import { forgetEndedSessions } from '#src/server/nouns/accounts/sessions.ts';
import type { Database } from '#src/server/store/database.ts';
import { readSetting, writeSetting } from '#src/server/store/records/settings.ts';

/** Days for which each kind of row is kept unchanged. */
export type KeepDays = { sessions: number; receipts: number; envelopes: number; events: number };
/** Numbers of rows that a run purged. `receipts`: movements that it examined. */
export type PurgedRows = Record<keyof KeepDays, number>;

const atOnce = 500;
/** Limit of one run; the rest is left for the next, so that purging an old database does not saturate it. */
const mostBatches = 200;

/**
 * Deletes rows whose retention has ended (docs/decisions/0066), in separate statements of 500 rows: an interrupted run
 * resumes. Idempotency keys never expire.
 */
export async function purgeExpired(database: Database, now: Date, days: KeepDays): Promise<PurgedRows> {
  const before = (kept: number): Date => new Date(now.getTime() - kept * 86_400_000);
  let batches = 0;
  const mayGoOn = (): boolean => (batches += 1) <= mostBatches;
  const sessions = await forgetEndedSessions(database, now, days.sessions);
  const receipts = await slimOldReceipts(database, before(days.receipts), mayGoOn);
  batches = 0;
  const envelopes = await slimEnvelopes(database, {
    before: before(days.envelopes),
    most: atOnce,
    mayGoOn,
  });
  batches = 0;
  const events = await forgetDeviceEvents(database, { before: before(days.events), most: atOnce, mayGoOn });
  return { sessions, receipts, envelopes, events };
}

/** Setting with the last movement examined, from which the next run continues. */
const reachedKey = 'slimmed-receipts';

async function slimOldReceipts(database: Database, before: Date, mayGoOn: () => boolean): Promise<number> {
  let reached = (await readSetting(database, reachedKey)) ?? noMovement;
  let receipts = 0;
  while (mayGoOn()) {
    const passed = await slimReceipts(database, { reached, before, most: atOnce });
    if (!passed) break;
    reached = passed.last;
    receipts += passed.count;
    await writeSetting(database, reachedKey, reached);
  }
  return receipts;
}

/** Start of the scan: sorts before every movement. */
const noMovement = '00000000-0000-0000-0000-000000000000';

/**
 * Removes from the receipts of the `most` movements after `reached`, made before `before`, the fields that
 * the ledger can reproduce (`wholeAnswers`). Movement ids start with their time, so they are chronological.
 * Key, hash and refusal are kept forever, so that a repeated operation is recognised at any age. Returns the
 * number of movements and the last id, or null when there are no more.
 */
async function slimReceipts(
  database: Database,
  { reached, before, most }: { reached: string; before: Date; most: number },
): Promise<{ count: number; last: string } | null> {
  const { rows } = await database.query<{ id: string; reference: string }>({
    name: 'old-movements',
    text: `select id, reference from movement where id > $1 and id < $2 order by id limit $3`,
    values: [reached, firstIdOf(before.getTime()), most],
  });
  const last = rows.at(-1);
  if (!last) return null;
  await database.query({
    name: 'slim-receipts',
    text: 'select slim_receipts($1::text[])',
    values: [rows.map(({ reference }) => reference)],
  });
  return { count: rows.length, last: last.id };
}

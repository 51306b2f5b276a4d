import type { Database, Session } from '#src/server/store/database.ts';
import { ledgerLegs } from './ledger-legs.ts';
import { uuidV7 } from './uuid-v7.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Movements in one statement: some 30 ms on the embedded engine, and purchases pass in between. */
const sliceSize = 500;

/**
 * Movements younger than this are not folded: an id is made before its transaction commits, and a neighbour with an
 * older id may still be on its way. Reports read them straight from the ledger.
 */
const marginMs = 5 * 60_000;

/**
 * Brings the day sums (ledger_day) up to five minutes ago, in slices. Purchases write nothing of it: reports pay for
 * themselves, once for each movement. The cursor's row is the lock, so that two processes never fold one slice twice.
 */
export async function foldDays(database: Database, timeZone: string, margin = marginMs): Promise<void> {
  const limit = `${uuidV7(Date.now() - margin).slice(0, 13)}-7000-8000-000000000000`;
  while (await hasMore(database, timeZone, limit))
    await database.transaction((session) => foldSlice(session, timeZone, limit), 'read');
}

/** Without a lock: a report that finds nothing to fold writes nothing. */
async function hasMore(database: Database, timeZone: string, limit: string): Promise<boolean> {
  const { rows } = await database.query<{ more: boolean }>({
    name: 'days-to-fold',
    text: `select c.time_zone <> $1 or exists (select 1 from movement m where m.id > c.until and m.id < $2) as more
      from ledger_day_cursor c where c.id = 1`,
    values: [timeZone, limit],
  });
  return rows[0]?.more ?? false;
}

async function foldSlice(session: Session, timeZone: string, limit: string): Promise<void> {
  const { rows } = await session.query<{ until: string; time_zone: string }>({
    name: 'ledger-day-cursor',
    text: 'select until, time_zone from ledger_day_cursor where id = 1 for update',
  });
  const cursor = rows[0];
  if (!cursor) throw new Error('the cursor of the day sums is gone');
  const isOtherZone = cursor.time_zone !== timeZone;
  // Days begin elsewhere now: everything is folded again.
  if (isOtherZone) await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
  const folded = await session.query<{ last: string | null }>({
    name: 'fold-days',
    text: `with slice as (
        select id, kind, recorded_at from movement where id > $1 and id < $3 order by id limit ${sliceSize}
      ), folded as (
        insert into ledger_day as d (market_id, day, movement_kind, account_kind, owner_id, count, total)
        select market_id, day, movement_kind, account_kind, owner_id, count(*), sum(amount)
        from (${ledgerLegs('select * from slice', '$2')}) leg
        group by market_id, day, movement_kind, account_kind, owner_id
        on conflict (market_id, day, movement_kind, account_kind, owner_id)
          do update set count = d.count + excluded.count, total = d.total + excluded.total
      )
      select (select id from slice order by id desc limit 1) as last`,
    values: [isOtherZone ? nobody : cursor.until, timeZone, limit],
  });
  const slice = folded.rows[0];
  await session.query({
    name: 'move-ledger-day-cursor',
    text: 'update ledger_day_cursor set until = $1, time_zone = $2 where id = 1',
    values: [slice?.last ?? (isOtherZone ? nobody : cursor.until), timeZone],
  });
}

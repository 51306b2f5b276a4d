import type { LiveEvent } from '#src/contract/markets/live.ts';
import type { Database } from '#src/server/store/database.ts';

/** An event, and the market whose event it is. */
export type MarketEvent = { event: LiveEvent; marketId: string };

const pageSize = 500;
const maxPages = 8;

/** What has been recorded under ids after `after`, oldest first; some thousands at most. */
export async function readEventsAfter(database: Database, after: string): Promise<MarketEvent[]> {
  const events: MarketEvent[] = [];
  for (let from = after, page = 0; page < maxPages; page += 1) {
    const rows = await readPage(database, from);
    events.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    from = last.event._id;
  }
  return events;
}

type Row = Omit<LiveEvent, 'createAt'> & { recorded_at: Date; market_id: string };

async function readPage(database: Database, after: string): Promise<MarketEvent[]> {
  const { rows } = await database.query<Row>({
    name: 'events-after',
    text: `select m.id as "_id", m.kind, m.recorded_at, coalesce(b.amount, v.amount, o.amount, t.amount) as amount,
        coalesce(b.code, vb.code, o.code, '') as code, p.id as "placeId", p.market_id,
        m.recorded_by as "actorId", coalesce(d.name, '') as "deviceName",
        case when p.stall_name <> '' then p.stall_name else p.owner_name end as "placeName"
      from (
        select id, kind, reference, recorded_by, recorded_at from movement
        where id > $1 and kind in ('top-up', 'purchase', 'void', 'payout') order by id limit ${pageSize}
      ) m
        left join purchase b on b.movement_id = m.id
        left join purchase_void v on v.movement_id = m.id left join purchase vb on vb.movement_id = v.purchase_id
        left join payout o on o.movement_id = m.id
        left join top_up t on t.movement_id = m.id
        left join journal_entry j on j.op_id = m.reference left join device d on d.id = j.device_id
        join person p on p.id = coalesce(b.stall_id, v.stall_id, o.stall_id, t.top_up_point_id)
      order by m.id`,
    values: [after],
  });
  return rows.map(({ recorded_at, market_id, ...row }) => ({
    event: { ...row, createAt: recorded_at.toISOString() },
    marketId: market_id,
  }));
}

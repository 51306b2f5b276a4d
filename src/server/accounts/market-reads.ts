import type { Market, Stall, TopUpPoint } from '#src/contract/markets/stall.ts';
import { isActive } from '#src/server/store/active-person.ts';
import type { Database } from '#src/server/store/database.ts';

/** Approved stalls of approved markets; `marketCode` null: of the whole region. */
export async function readStalls(database: Database, marketCode: string | null): Promise<Stall[]> {
  const { rows } = await database.query<Stall>({
    name: 'stalls',
    text: `select s.id as "_id", s.stall_name as "estanteName", m.code as "globalMarketId", m.name as "marketName"
      from person s join market m on m.id = s.market_id join person g on g.id = m.id
      where s.user_type = 'ESTANTE' and ${isActive('s')} and ${isActive('g')}
        and ($1::text is null or m.code = $1)
      order by m.name, s.stall_name, s.id`,
    values: [marketCode],
  });
  return rows;
}

/** Approved top-up points with what they took since `since`; `marketId` null: of the whole region. */
export async function readTopUpPoints(
  database: Database,
  marketId: string | null,
  since: Date,
): Promise<TopUpPoint[]> {
  const { rows } = await database.query<TopUpPoint>({
    name: 'top-up-points',
    text: `select p.id as "_id", p.owner_name as "ownerName", m.code as "globalMarketId", m.name as "marketName",
        coalesce(sum(t.amount), 0)::bigint as "todayTotal", count(t.movement_id)::int as "todayCount"
      from person p join market m on m.id = p.market_id
      left join top_up t on t.top_up_point_id = p.id and t.recorded_at >= $2
      where p.user_type = 'RECARGA' and ${isActive('p')} and ($1::uuid is null or p.market_id = $1)
      group by p.id, p.owner_name, m.code, m.name order by m.name, p.owner_name, p.id`,
    values: [marketId, since],
  });
  return rows;
}

/** Markets that are not deleted; `marketId`: that one alone. */
export async function readMarkets(database: Database, marketId: string | null): Promise<Market[]> {
  const { rows } = await database.query<Omit<Market, 'createAt'> & { created_at: Date }>({
    name: 'markets',
    text: `select m.id as "_id", m.name as "marketName", m.code as "globalMarketId", g.owner_name as "ownerName",
        m.created_at
      from market m join person g on g.id = m.id
      where ${isActive('g')} and ($1::uuid is null or m.id = $1) order by m.name, m.id`,
    values: [marketId],
  });
  return rows.map(({ created_at, ...market }) => ({ ...market, createAt: created_at.toISOString() }));
}

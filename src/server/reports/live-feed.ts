import type { MarketId } from '#src/contract/brands.ts';
import type { LiveEvent, LivePage } from '#src/contract/markets/today.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { settledPosition, type Position } from '#src/server/ledger/commit-order.ts';
import type { Database } from '#src/server/store/database.ts';

/**
 * Movements as they happen, for open pages. Every process polls the database by itself, once for all of its watchers:
 * processes share nothing else. Each poll takes what has committed since the one before (ledger/commit-order.ts), so
 * nothing is missed and nothing told twice, whatever the clocks of the processes say.
 */
export type LiveFeed = {
  /** Calls `tell` for every event that commits once this has resolved; resolves to the function that stops it. */
  watch(actor: Actor, tell: (event: LiveEvent) => void): Promise<() => void>;
  /** Events after `after`, an event's id or the `next` of a page before; with null only the position to begin from. */
  read(actor: Actor, after: string | null): Promise<LivePage>;
  stop(): void;
};

/** A page that was away for more transactions than this reloads its lists. */
const mostMissed = 100_000;

export function createLiveFeed(deps: {
  database: Database;
  pollMs: number;
  onFailure: (error: unknown) => void;
}): LiveFeed {
  const { database } = deps;
  const watchers = new Set<{ actor: Actor; tell: (event: LiveEvent) => void }>();
  let timer: NodeJS.Timeout | null = null;
  /** resolves once the first poll has its beginning; null while nobody watches */
  let beginning: Promise<void> | null = null;

  async function poll(from: Position): Promise<void> {
    let to = from;
    try {
      to = await settledPosition(database);
      for (const one of await readEvents(database, from, to))
        for (const watcher of watchers) if (isSeenBy(watcher.actor, one)) watcher.tell(one.event);
    } catch (error) {
      to = from;
      deps.onFailure(error);
    }
    if (watchers.size > 0) pollLater(to);
    else rest();
  }

  function pollLater(from: Position): void {
    timer = setTimeout(() => void poll(from), deps.pollMs);
    timer.unref();
  }

  async function begin(): Promise<void> {
    try {
      pollLater(await settledPosition(database));
    } catch (error) {
      beginning = null;
      throw error;
    }
  }

  function rest(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    beginning = null;
  }

  return {
    watch: async (actor, tell) => {
      const watcher = { actor, tell };
      watchers.add(watcher);
      try {
        await (beginning ??= begin());
      } catch (error) {
        watchers.delete(watcher);
        throw error;
      }
      return () => {
        watchers.delete(watcher);
      };
    },
    read: async (actor, after) => {
      const to = await settledPosition(database);
      const since = after === null ? null : await positionOf(database, after);
      const events = since === null ? [] : await readEvents(database, Math.max(since, to - mostMissed), to);
      return {
        events: events.filter((one) => isSeenBy(actor, one)).map(({ event }) => event),
        next: String(to),
      };
    },
    stop: rest,
  };
}

/** null: an event that is not there, as after a restore of an older copy. */
async function positionOf(database: Database, after: string): Promise<Position | null> {
  if (/^\d+$/.test(after)) return Number(after);
  const { rows } = await database.query<{ xid: Position }>({
    name: 'position-of-event',
    text: 'select xid from movement where id = $1',
    values: [after],
  });
  return rows[0]?.xid ?? null;
}

function isSeenBy(actor: Actor, { event, marketId }: MarketEvent): boolean {
  if (actor.userType === 'ADMIN') return true;
  if (actor.userType === 'GLOBAL_MARKET') return marketId === actor.marketId;
  return event.placeId === actor.id;
}

/** An event, and the market whose event it is. */
type MarketEvent = { event: LiveEvent; marketId: MarketId };

const pageSize = 500;
const maxPages = 8;

/** What committed in between, in the order of its ids; some thousands at most. */
async function readEvents(database: Database, from: Position, to: Position): Promise<MarketEvent[]> {
  const events: MarketEvent[] = [];
  for (let after = nobody, page = 0; page < maxPages; page += 1) {
    const rows = await readPage(database, from, to, after);
    events.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = last.event._id;
  }
  return events;
}

const nobody = '00000000-0000-0000-0000-000000000000';

type Row = Omit<LiveEvent, 'createAt'> & { recorded_at: Date; market_id: MarketId };

async function readPage(
  database: Database,
  from: Position,
  to: Position,
  after: string,
): Promise<MarketEvent[]> {
  const { rows } = await database.query<Row>({
    name: 'events-after',
    text: `select m.id as "_id", m.kind, m.recorded_at, coalesce(b.amount, v.amount, o.amount, t.amount) as amount,
        coalesce(b.code, vb.code, o.code, '') as code, p.id as "placeId", p.market_id,
        m.recorded_by as "actorId", coalesce(d.name, '') as "deviceName",
        case when p.stall_name <> '' then p.stall_name else p.owner_name end as "placeName"
      from (
        with fresh as materialized (select * from movement where xid >= $1 and xid < $2)
        select id, kind, reference, recorded_by, recorded_at from fresh
        where id > $3 and kind in ('top-up', 'purchase', 'void', 'payout')
        order by id limit ${pageSize}
      ) m
        left join purchase b on b.movement_id = m.id
        left join purchase_void v on v.movement_id = m.id left join purchase vb on vb.movement_id = v.purchase_id
        left join payout o on o.movement_id = m.id
        left join top_up t on t.movement_id = m.id
        left join journal_entry j on j.op_id = m.reference left join device d on d.id = j.device_id
        join person p on p.id = coalesce(b.stall_id, v.stall_id, o.stall_id, t.top_up_point_id)
      order by m.id`,
    values: [from, to, after],
  });
  return rows.map(({ recorded_at, market_id, ...row }) => ({
    event: { ...row, createAt: recorded_at.toISOString() },
    marketId: market_id,
  }));
}

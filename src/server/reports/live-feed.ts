import type { MarketId } from '#src/contract/brands.ts';
import type { LiveEvent, LivePage } from '#src/contract/markets/today.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import type { Database } from '#src/server/store/database.ts';

/**
 * Movements as they happen, for open pages. Every process polls the database by itself, once for all of its watchers,
 * for movement ids after the last ones seen: processes share nothing else. An id is made before its transaction
 * commits, so each poll reaches back `overlapMs`; ids that were sent are remembered that long and not sent again.
 */
export type LiveFeed = {
  /** Calls `tell` for every event from now on; returns the function that stops it. */
  watch(actor: Actor, tell: (event: LiveEvent) => void): () => void;
  /** Events after `after`; with null only the position to begin from. */
  read(actor: Actor, after: string | null): Promise<LivePage>;
  stop(): void;
};

const overlapMs = 15_000;
/** A page that was away for longer reloads its lists. */
const longestMs = 3_600_000;

export function createLiveFeed(deps: {
  database: Database;
  pollMs: number;
  onFailure: (error: unknown) => void;
}): LiveFeed {
  const watchers = new Set<{ actor: Actor; tell: (event: LiveEvent) => void }>();
  const told = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let since = 0;

  async function poll(): Promise<void> {
    const startedAt = Date.now();
    const events = await readEventsAfter(deps.database, idAt(since - overlapMs));
    for (const one of events) {
      if (told.has(one.event._id)) continue;
      told.set(one.event._id, timeOf(one.event._id));
      for (const watcher of watchers) if (isSeenBy(watcher.actor, one)) watcher.tell(one.event);
    }
    since = startedAt;
    for (const [id, at] of told) if (at < since - 2 * overlapMs) told.delete(id);
  }

  function next(): void {
    timer = setTimeout(() => {
      poll()
        .catch(deps.onFailure)
        .finally(() => {
          if (watchers.size > 0) next();
          else rest();
        });
    }, deps.pollMs);
    timer.unref();
  }

  function rest(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    told.clear();
  }

  return {
    watch: (actor, tell) => {
      const watcher = { actor, tell };
      watchers.add(watcher);
      if (!timer) {
        since = Date.now();
        next();
      }
      return () => {
        watchers.delete(watcher);
      };
    },
    read: async (actor, after) => {
      const now = Date.now();
      if (after === null) return { events: [], next: idAt(now) };
      const from = Math.max(timeOf(after), now - longestMs) - overlapMs;
      const events = await readEventsAfter(deps.database, idAt(from));
      return {
        events: events.filter((one) => isSeenBy(actor, one)).map(({ event }) => event),
        next: idAt(now),
      };
    },
    stop: rest,
  };
}

function isSeenBy(actor: Actor, { event, marketId }: MarketEvent): boolean {
  if (actor.userType === 'ADMIN') return true;
  if (actor.userType === 'GLOBAL_MARKET') return marketId === actor.marketId;
  return event.placeId === actor.id;
}

/** The smallest id of that time. */
function idAt(timeMs: number): string {
  return `${uuidV7(Math.max(0, timeMs)).slice(0, 13)}-7000-8000-000000000000`;
}

function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

/** An event, and the market whose event it is. */
type MarketEvent = { event: LiveEvent; marketId: MarketId };

const pageSize = 500;
const maxPages = 8;

/** What has been recorded under ids after `after`, oldest first; some thousands at most. */
async function readEventsAfter(database: Database, after: string): Promise<MarketEvent[]> {
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

type Row = Omit<LiveEvent, 'createAt'> & { recorded_at: Date; market_id: MarketId };

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

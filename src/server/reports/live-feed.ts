import type { MarketId } from '#src/contract/brands.ts';
import type { LiveEvent, LivePage } from '#src/contract/markets/today.ts';
import type { Actor } from '#src/server/actor.ts';
import { settledPosition, type Position } from '#src/server/ledger/commit-order.ts';
import type { Database } from '#src/server/store/database.ts';

/**
 * Streams movements to open pages. Each process polls the database once for all of its watchers and their markets;
 * processes share nothing else. Each poll reads what has committed since the last one (ledger/commit-order.ts) and sends
 * it in that order, so that no event is lost or repeated, whatever the clocks show and wherever a page lost its stream.
 */
export type LiveFeed = {
  /**
   * Calls `tell` with every event that commits after this resolves, and its position. Resolves to the
   * function that stops the calls.
   */
  watch(actor: Actor, tell: (event: LiveEvent, position: Position) => void): Promise<() => void>;
  /**
   * Returns events after `after`, an event's id or the `next` of an earlier page. With null, returns only the
   * position to start from.
   */
  read(actor: Actor, after: string | null): Promise<MissedPage>;
  stop(): void;
};

/** A page that missed more transactions than this reloads its lists instead. */
const mostMissed = 100_000;

/**
 * `until`: everything below it was in this page or an earlier one; null when there is more. `isBegun`: the cursor is
 * unknown, so no history is replayed.
 */
export type MissedPage = LivePage & { until: Position | null; isBegun: boolean };

export function createLiveFeed(deps: {
  database: Database;
  pollMs: number;
  onFailure: (error: unknown) => void;
}): LiveFeed {
  const { database } = deps;
  const watchers = new Set<{ actor: Actor; tell: (event: LiveEvent, position: Position) => void }>();
  let timer: NodeJS.Timeout | null = null;
  /** Resolves once the first poll has its starting position; null without watchers. */
  let beginning: Promise<void> | null = null;

  async function poll(from: Place): Promise<void> {
    let reached = from;
    try {
      const to = await settledPosition(database);
      // Read before the events: a watcher added later starts from a later position than `to`.
      const markets = marketsOf([...watchers].map(({ actor }) => actor));
      const found = await readEvents(database, from, to, markets);
      reached = found.reached;
      for (const one of found.events)
        for (const watcher of watchers)
          if (isSeenBy(watcher.actor, one)) watcher.tell(one.event, one.position);
    } catch (error) {
      reached = from;
      deps.onFailure(error);
    }
    if (watchers.size > 0) pollLater(reached);
    else rest();
  }

  function pollLater(from: Place): void {
    timer = setTimeout(() => void poll(from), deps.pollMs);
    timer.unref();
  }

  async function begin(): Promise<void> {
    try {
      pollLater(before(await settledPosition(database)));
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
    read: (actor, after) => readMissed(database, actor, after),
    stop: rest,
  };
}

async function readMissed(database: Database, actor: Actor, after: string | null): Promise<MissedPage> {
  const to = await settledPosition(database);
  const since = after === null ? null : await placeOf(database, after);
  if (since === null) return { events: [], next: String(to), until: to, isBegun: true };
  const from = since.xid < to - mostMissed ? before(to - mostMissed) : since;
  const { events, reached } = await readEvents(database, from, to, marketsOf([actor]));
  return {
    events: events.filter((one) => isSeenBy(actor, one)).map(({ event }) => event),
    next: reached.id === nobody ? String(reached.xid) : reached.id,
    until: reached.id === nobody ? reached.xid : null,
    isBegun: false,
  };
}

/** Position of an event in commit order; one transaction may have written several. */
type Place = { xid: Position; id: string };

const nobody = '00000000-0000-0000-0000-000000000000';

/** Returns the position before all events of that transaction. */
function before(xid: Position): Place {
  return { xid, id: nobody };
}

/** Returns null for an unknown event, as after a restore of an older copy. */
async function placeOf(database: Database, after: string): Promise<Place | null> {
  if (/^\d+$/.test(after)) return before(Number(after));
  const { rows } = await database.query<{ xid: Position }>({
    name: 'position-of-event',
    text: 'select xid from movement where id = $1',
    values: [after],
  });
  return rows[0] ? { xid: rows[0].xid, id: after } : null;
}

function isSeenBy(actor: Actor, { event, marketId }: MarketEvent): boolean {
  if (actor.userType === 'ADMIN') return true;
  if (actor.userType === 'GLOBAL_MARKET') return marketId === actor.marketId;
  return event.placeId === actor.id;
}

/** Returns the markets of all watchers, or null for every market. */
function marketsOf(actors: readonly Actor[]): MarketId[] | null {
  if (actors.some(({ userType }) => userType === 'ADMIN')) return null;
  return [...new Set(actors.flatMap(({ marketId }) => marketId ?? []))];
}

/** An event, its position and its market. */
type MarketEvent = { event: LiveEvent; position: Position; marketId: MarketId };

const pageSize = 500;
const maxPages = 8;

/**
 * Returns the events committed in between, in commit order and limited to some thousands, and the position
 * reached.
 */
async function readEvents(
  database: Database,
  from: Place,
  to: Position,
  markets: readonly MarketId[] | null,
): Promise<{ events: MarketEvent[]; reached: Place }> {
  const events: MarketEvent[] = [];
  let reached = from;
  for (let page = 0; page < maxPages; page += 1) {
    const rows = await readPage(database, reached, to, markets);
    events.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return { events, reached: before(Math.max(to, from.xid)) };
    reached = { xid: last.position, id: last.event._id };
  }
  return { events, reached };
}

type Row = Omit<LiveEvent, 'createAt'> & { recorded_at: Date; market_id: MarketId; xid: Position };

async function readPage(
  database: Database,
  after: Place,
  to: Position,
  markets: readonly MarketId[] | null,
): Promise<MarketEvent[]> {
  const { rows } = await database.query<Row>({
    name: 'events-after',
    text: `with fresh as materialized (
        select id, kind, reference, recorded_by, recorded_at, xid from movement
        where xid >= $1 and xid < $2 and (xid, id) > ($1, $3::uuid) and kind in ('top-up', 'purchase', 'void', 'payout')
      ), told as materialized (
        select f.*, coalesce(b.amount, v.amount, o.amount, t.amount) as amount, coalesce(b.code, o.code, '') as code,
          v.purchase_id, coalesce(b.stall_id, v.stall_id, o.stall_id, t.top_up_point_id) as place
        from fresh f
          left join purchase b on b.movement_id = f.id
          left join purchase_void v on v.movement_id = f.id
          left join payout o on o.movement_id = f.id
          left join top_up t on t.movement_id = f.id
        where $4::uuid[] is null or coalesce(b.market_id, v.market_id, o.market_id, t.market_id) = any ($4::uuid[])
        order by f.xid, f.id limit ${pageSize}
      )
      select m.id as "_id", m.kind, m.recorded_at, m.xid, m.amount, coalesce(vb.code, m.code) as code, p.id as "placeId",
        p.market_id, m.recorded_by as "actorId", coalesce(d.name, '') as "deviceName",
        case when p.stall_name <> '' then p.stall_name else p.owner_name end as "placeName"
      from told m join person p on p.id = m.place
        left join purchase vb on vb.movement_id = m.purchase_id
        left join journal_entry j on j.op_id = m.reference left join device d on d.id = j.device_id
      order by m.xid, m.id`,
    values: [after.xid, to, after.id, markets],
  });
  return rows.map(({ recorded_at, market_id, xid, ...row }) => ({
    event: { ...row, createAt: recorded_at.toISOString() },
    position: xid,
    marketId: market_id,
  }));
}

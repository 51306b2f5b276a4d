import { kioskVouchersListedMs } from '#src/protocol/acceptance.ts';
import {
  type ListedBalance,
  type BalanceList,
  mergeBalanceLists,
  readBalanceList,
  writeBalanceList,
} from '#src/protocol/balance-list.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { type Position, settledPosition } from '#src/server/ledger/commit-order.ts';
import type { Database } from '#src/server/store/database.ts';

/** The balance list of one market, with the position in the order of commits after which changes are new. */
export type MarketList = { list: BalanceList; position: Position };
/**
 * The current complete list of a market. It is built once and updated with changes; later callers read only
 * those.
 */
export type MarketLists = { whole(marketId: MarketId, now: Date): Promise<MarketList> };

type Kept = MarketList & { madeAt: number };

/** Interval of rebuilding, because spent vouchers accumulate in an updated list. */
const keptMs = 3_600_000;
const outOfOrderMs = 10_000;
/** Markets kept, the latest used first: 11 bytes per voucher. */
const mostKept = 256;
/** Vouchers expire by the clock. This margin catches those missed by a clock that was set meanwhile. */
const expiryLateMs = 86_400_000;
/** Vouchers of other markets are listed for this many days after they paid here. */
const seenMs = 30 * 86_400_000;

export function createMarketLists(database: Database): MarketLists {
  const kept = new Map<MarketId, Promise<Kept>>();
  return {
    whole: (marketId, now) => {
      const before = kept.get(marketId);
      const next = nextOf(database, marketId, before ?? Promise.resolve(null), now);
      kept.delete(marketId);
      kept.set(marketId, next);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      // A failure is retried by the next caller; the present callers receive it.
      next.catch(() => {
        if (kept.get(marketId) === next) kept.delete(marketId);
      });
      return next;
    },
  };
}

/**
 * Returns the next state of a list. Callers wait for the previous one and then read only the changes since, so that most of many simultaneous callers find none.
 */
async function nextOf(
  database: Database,
  marketId: MarketId,
  before: Promise<Kept | null>,
  now: Date,
): Promise<Kept> {
  const held = await before.catch(() => null);
  const position = await settledPosition(database);
  // Two concurrent reads may arrive in reverse order. A clock that was set back, or a restored database,
  // starts anew.
  const isGood = held !== null && held.position <= position && held.list.asOf - now.getTime() < outOfOrderMs;
  const at = Math.max(now.getTime(), isGood ? held.list.asOf : 0);
  if (!isGood || at - held.madeAt > keptMs) {
    const entries = await readWhole(database, marketId, now);
    return { madeAt: at, position, list: listOf('full', at, entries) };
  }
  const since = { position: held.position, at: held.list.asOf };
  const changes = await readMarketChanges(database, marketId, since, now);
  const list = mergeBalanceLists(held.list, listOf('changes', at, changes));
  return { madeAt: held.madeAt, position, list };
}

function listOf(kind: BalanceList['kind'], asOf: number, entries: readonly ListedBalance[]): BalanceList {
  const list = readBalanceList(writeBalanceList(kind, asOf, entries));
  if (!list) throw new Error('a list that was just written cannot be read');
  return list;
}

const pageSize = 2_000;

/**
 * Reads the market's vouchers with a balance. Spent or blocked ones that its kiosks issued recently are
 * listed with 0, because a stall would otherwise take them for new. Vouchers of other markets that recently
 * paid here are listed whatever their balance. Read in pages, so that purchases run in between; changes made
 * meanwhile are in the next list of changes.
 */
async function readWhole(database: Database, marketId: MarketId, now: Date): Promise<ListedBalance[]> {
  const kioskSince = new Date(now.getTime() - kioskVouchersListedMs);
  const seenSince = new Date(now.getTime() - seenMs);
  const lists = [
    await inPages(
      database,
      'snapshot-active',
      [now, marketId],
      `select v.id as "voucherId", v.balance from voucher v
        where v.market_id = $2 and v.id > $3 and v.is_open and v.blocked_at is null
          and (v.expires_at is null or v.expires_at > $1)
        order by v.id limit ${pageSize}`,
    ),
    await inPages(
      database,
      'snapshot-kiosk',
      [now, marketId, kioskSince],
      `select v.id as "voucherId", 0 as balance from voucher v
        where v.market_id = $2 and v.kiosk_signed and v.created_at >= $3 and v.id > $4
          and (v.balance = 0 or v.blocked_at is not null or v.expires_at <= $1)
        order by v.id limit ${pageSize}`,
    ),
    await inPages(
      database,
      'snapshot-seen',
      [now, marketId, seenSince],
      `select v.id as "voucherId", ${balanceSql} as balance
        from voucher v
        -- Each looked up: joined, all vouchers of the country are gone through in their order.
        where v.id = any (array(select distinct p.voucher_id from purchase p where p.market_id = $2 and p.recorded_at >= $3))
          and v.market_id <> $2 and v.id > $4 order by v.id limit ${pageSize}`,
    ),
  ];
  return lists.flat();
}

const balanceSql = `case when v.blocked_at is not null or v.expires_at <= $1 then 0 else v.balance end`;

/**
 * Returns vouchers with a movement, a block or an unblock since `position`, or that expired since about then,
 * each with its present balance. Covers the market's own vouchers and all that ever paid here, so that no
 * entry of a tablet's list stays outdated.
 */
export async function readMarketChanges(
  database: Database,
  marketId: MarketId,
  since: { position: Position; at: number },
  now: Date,
): Promise<ListedBalance[]> {
  return inPages(
    database,
    'snapshot-changes',
    [now, marketId, new Date(since.at - expiryLateMs), since.position],
    `select v.id as "voucherId", ${balanceSql} as balance
      from (
        select p.account_id as id from movement m join posting p on p.movement_id = m.id where m.xid >= $4::bigint
        union select b.voucher_id from voucher_block b where b.xid >= $4::bigint
        union select e.id from voucher e where e.expires_at >= $3 and e.expires_at <= $1
      ) changed join voucher v on v.id = changed.id
      where v.id > $5 and (v.market_id = $2
        or exists (select 1 from purchase p where p.voucher_id = v.id and p.market_id = $2))
      order by v.id limit ${pageSize}`,
  );
}

async function inPages(
  database: Database,
  name: string,
  values: readonly unknown[],
  text: string,
): Promise<ListedBalance[]> {
  const entries: ListedBalance[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await database.query<ListedBalance>({ name, text, values: [...values, after] });
    entries.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return entries;
    after = last.voucherId;
  }
}

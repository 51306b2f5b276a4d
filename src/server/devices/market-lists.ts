import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import { kioskVouchersListedMs } from '#src/domain/operations/offline-sale.ts';
import {
  type BalanceEntry,
  type BalanceList,
  mergeBalanceLists,
  readBalanceList,
  writeBalanceList,
} from '#src/domain/voucher/balance-snapshot.ts';
import { type Position, settledPosition } from '#src/server/ledger/commit-order.ts';
import type { Database } from '#src/server/store/database.ts';

/** A list of one market, and from where in the order of commits what changes later is told. */
export type MarketList = { list: BalanceList; position: Position };
/** The whole list of a market as it is now. Made once, and kept up by what changes: whoever asks next reads that alone. */
export type MarketLists = { whole(marketId: MarketId, now: Date): Promise<MarketList> };

type Kept = MarketList & { madeAt: number };

/** Spent vouchers gather in a list that is kept up: it is made anew this often. */
const keptMs = 3_600_000;
const outOfOrderMs = 10_000;
/** So many markets at most, those asked for last: 11 bytes a voucher. */
const mostKept = 256;
/** Vouchers end by the clock: one that was set meanwhile leaves none of them out. */
const expiryLateMs = 86_400_000;
/** Papers of other markets that were paid with here in so many days are listed. */
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
      // What failed is asked for again; who waits for it hears of it.
      next.catch(() => {
        if (kept.get(marketId) === next) kept.delete(marketId);
      });
      return next;
    },
  };
}

/** Whoever asks waits for who asked before, and then reads what has changed since: of many at once nearly all find nothing. */
async function nextOf(
  database: Database,
  marketId: MarketId,
  before: Promise<Kept | null>,
  now: Date,
): Promise<Kept> {
  const held = await before.catch(() => null);
  const position = await settledPosition(database);
  // Two that ask at once may come in the other order; a clock that was set back begins anew, and so does a database put back.
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

function listOf(kind: BalanceList['kind'], asOf: number, entries: readonly BalanceEntry[]): BalanceList {
  const list = readBalanceList(writeBalanceList(kind, asOf, entries));
  if (!list) throw new Error('a list that was just written cannot be read');
  return list;
}

const pageSize = 2_000;

type Row = { id: VoucherId; balance: Amount };

/**
 * The market's vouchers with a balance, and with 0 each one that its kiosks handed out lately and is spent or blocked: a stall
 * would otherwise take it for new. And those of other markets that were paid with here lately, whatever is left of them. Read in
 * pages, so that purchases pass in between; what changes meanwhile is in the next list of changes.
 */
async function readWhole(database: Database, marketId: MarketId, now: Date): Promise<BalanceEntry[]> {
  const kioskSince = new Date(now.getTime() - kioskVouchersListedMs);
  const seenSince = new Date(now.getTime() - seenMs);
  const lists = [
    await inPages(
      database,
      'snapshot-active',
      [now, marketId],
      `select v.id, v.balance from voucher v
        where v.market_id = $2 and v.id > $3 and v.is_open and v.blocked_at is null
          and (v.expires_at is null or v.expires_at > $1)
        order by v.id limit ${pageSize}`,
    ),
    await inPages(
      database,
      'snapshot-kiosk',
      [now, marketId, kioskSince],
      `select v.id, 0 as balance from voucher v
        where v.market_id = $2 and v.kiosk_signed and v.created_at >= $3 and v.id > $4
          and (v.balance = 0 or v.blocked_at is not null or v.expires_at <= $1)
        order by v.id limit ${pageSize}`,
    ),
    await inPages(
      database,
      'snapshot-seen',
      [now, marketId, seenSince],
      `select v.id, ${balanceSql} as balance
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
 * Vouchers with a movement, a block or an unblock since `position` in the order of commits, or an end since about then, each with
 * its current balance: the market's own, and those that were ever paid with here, so that none in a tablet's list is left
 * as it was.
 */
export async function readMarketChanges(
  database: Database,
  marketId: MarketId,
  since: { position: Position; at: number },
  now: Date,
): Promise<BalanceEntry[]> {
  return inPages(
    database,
    'snapshot-changes',
    [now, marketId, new Date(since.at - expiryLateMs), since.position],
    `select v.id, ${balanceSql} as balance
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
): Promise<BalanceEntry[]> {
  const entries: BalanceEntry[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await database.query<Row>({ name, text, values: [...values, after] });
    for (const { id, balance } of rows) entries.push({ voucherId: id, balance });
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return entries;
    after = last.id;
  }
}

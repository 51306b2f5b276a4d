import { nearlyFullFrom, type Till } from '#src/contract/cash/till.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import { owedOperations } from '#src/domain/device/owed-operations.ts';
import { addDays, dayOf, startOfDayIn } from '#src/domain/time/market-clock.ts';
import { conflictAlarmMs } from '#src/operations/acceptance/rule.ts';
import { toAmount, type Amount, type MarketId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { owedNumbers } from '#src/server/journal/envelopes/journal.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { listStallBalances } from '#src/server/nouns/cash/payouts.ts';
import { listTills, type CashDeps } from '#src/server/nouns/cash/tills.ts';
import { countRequests, readLateDevices, type LateDevice } from '#src/server/nouns/devices/devices.ts';
import type { Session } from '#src/server/store/database.ts';
import { purchasesAndVoids, soldSums } from './today.ts';

/** Maximum number of stalls named as the best of the day. */
const mostNamed = 5;

/** Returns a market's home page: the day's figures, and the items that need a decision. */
export async function readMarketToday(deps: CashDeps, actor: Actor): Promise<MarketToday> {
  const { database, timeZone } = deps;
  const marketId = ownMarket(actor);
  const now = deps.now();
  const day = dayOf(now, timeZone);
  const beginOf = (days: number): Date => new Date(startOfDayIn(timeZone, addDays(day, days)));
  const today = beginOf(0);
  const { voucherCount, overspendVoucher, ...sums } = await readMarketSums(database, marketId, {
    today,
    weekAgo: beginOf(-7),
    weekAgoEnd: beginOf(-6),
    overdue: new Date(now.getTime() - conflictAlarmMs),
  });
  const sales = await readPurchasesByStall(database, marketId, today);
  const people = await countMarketPeople(database, marketId);
  const onVouchers = await readSums(database, timeZone, {
    market: marketId,
    accounts: ['voucher'],
    before: null,
  });
  const balances = await listStallBalances(deps, actor);
  const owed = balances.map((stall) => stall.owed).filter((sum) => sum > 0);
  return {
    ...sums,
    purchases: {
      count: total(sales.map(({ count }) => count)),
      total: toAmount(total(sales.map((stall) => stall.total))),
    },
    outstanding: { count: voucherCount, total: toAmount(total(onVouchers.map((sum) => sum.total))) },
    owed: { count: owed.length, total: toAmount(total(owed)) },
    stalls: groupOf(people, 'ESTANTE', 'APROBADO').count,
    topUpPoints: groupOf(people, 'RECARGA', 'APROBADO').count,
    approvals: {
      stalls: groupOf(people, 'ESTANTE', 'PENDIENTE'),
      topUpPoints: groupOf(people, 'RECARGA', 'PENDIENTE'),
      devices: await countRequests(deps, marketId),
    },
    overspends: {
      ...sums.overspends,
      code: overspendVoucher === null ? '' : shortCodeOf(overspendVoucher),
    },
    fullTills: fullOf(await listTills(deps, actor)),
    devices: toLate(await readLateDevices(deps, marketId)),
    dayToClose:
      sales.length + sums.topUps.count > 0 && (await isDayToClose(database, marketId, now, timeZone)),
    best: sales
      .filter((stall) => stall.total > 0)
      .slice(0, mostNamed)
      .map(({ count: _count, ...stall }) => stall),
  };
}

function fullOf(tills: readonly Till[]): MarketToday['fullTills'] {
  const share = ({ expected, ceiling }: Till): number => expected / ceiling;
  const full = tills
    .filter((till) => share(till) >= nearlyFullFrom)
    .toSorted((one, other) => share(other) - share(one));
  return { count: full.length, names: full.slice(0, 2).map(({ ownerName }) => ownerName) };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function groupOf(
  people: readonly PeopleCount[],
  userType: string,
  status: string,
): { count: number; names: string[] } {
  const group = people.find((found) => found.userType === userType && found.status === status);
  return { count: group?.count ?? 0, names: group?.names ?? [] };
}

function toLate(states: readonly LateDevice[]): MarketToday['devices'] {
  const late = states
    .map(({ name, lastSeenAt, ackSeq, gaps, reported }) => {
      const missing = owedNumbers({ ackSeq, gaps }, reported.lastSeq, 0).count;
      return { name, lastSeenAt, operations: owedOperations(missing, reported.openCount) };
    })
    .sort((one, other) => other.operations - one.operations);
  return { count: late.length, first: late[0] ?? null };
}

/** Hour from which a market is reminded to close its day. */
const closingHour = 14;

async function isDayToClose(
  session: Session,
  marketId: MarketId,
  now: Date,
  timeZone: string,
): Promise<boolean> {
  const { rows } = await session.query({
    name: 'day-to-close',
    text: `select 1 from (select $1::timestamptz at time zone $2 as local) t
      where extract(hour from t.local) >= $4
        and not exists (select 1 from day_close c where c.market_id = $3 and c.day = t.local::date)`,
    values: [now, timeZone, marketId, closingHour],
  });
  return rows.length > 0;
}

type StallPurchases = { estanteId: string; estanteName: string; count: number; total: Amount };

/** Returns each stall's sales less its voids since `since`, largest first. */
async function readPurchasesByStall(
  session: Session,
  marketId: MarketId,
  since: Date,
): Promise<StallPurchases[]> {
  const { rows } = await session.query<StallPurchases>({
    name: 'sales-by-stall',
    text: `select b.stall_id as "estanteId", s.stall_name as "estanteName", b.count, b.total
      from (select stall_id, ${soldSums} from ${purchasesAndVoids('market_id = $1 and recorded_at >= $2')} e
          group by stall_id) b
        join person s on s.id = b.stall_id
      order by b.total desc, s.stall_name, b.stall_id`,
    values: [marketId, since],
  });
  return rows;
}

type MarketSums = Pick<MarketToday, 'lastWeek' | 'topUps' | 'reviews' | 'closedVouchers'> & {
  overspends: Omit<MarketToday['overspends'], 'code'>;
  overspendVoucher: string | null;
  voucherCount: number;
};

/**
 * Returns the rest of a market's figures in one query. Purchases waiting since before `overdue` need a decision.
 */
async function readMarketSums(
  session: Session,
  marketId: MarketId,
  { today, weekAgo, weekAgoEnd, overdue }: Record<'today' | 'weekAgo' | 'weekAgoEnd' | 'overdue', Date>,
): Promise<MarketSums> {
  const { rows } = await session.query<MarketSums>({
    name: 'market-today',
    text: `select w.total as "lastWeek", v.count as "voucherCount", o.voucher_id as "overspendVoucher",
        json_build_object('count', t.count, 'total', t.total) as "topUps",
        json_build_object('count', o.count, 'total', o.total) as overspends,
        json_build_object('count', r.count, 'total', r.total) as reviews,
        json_build_object('count', k.count, 'total', k.total, 'first', k.first) as "closedVouchers"
      from
        (select ${soldSums} from ${purchasesAndVoids('market_id = $1 and recorded_at >= $3 and recorded_at < $4')} e) w,
        (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total from top_up u
          where market_id = $1 and recorded_at >= $2
            and not exists (select 1 from top_up_void x where x.top_up_id = u.movement_id)) t,
        (select count(*)::int as count from voucher where market_id = $1 and is_open) v,
        (select count(*)::int as count, coalesce(sum(missing), 0)::bigint as total,
            (array_agg(voucher_id order by recorded_at desc, id desc))[1] as voucher_id
          from conflict_line where market_id = $1 and state = 'overspend') o,
        (select count(*)::int as count, coalesce(sum(price), 0)::bigint as total from conflict_line
          where market_id = $1 and (state = 'review' or (state = 'waiting' and recorded_at < $5))) r,
        (select count(*)::int as count, coalesce(sum(x.balance), 0)::bigint as total,
            (array_agg(jsonb_build_object('customerId', c.id, 'name', c.owner_name) order by x.id))[1] as first
          from voucher x join person c on c.id = x.owner_id
          where x.market_id = $1 and x.is_open and x.closed_as is not null) k`,
    values: [marketId, today, weekAgo, weekAgoEnd, overdue],
  });
  const [row] = rows;
  if (!row) throw new Error('the figures of the market did not come back');
  return row;
}

type PeopleCount = { userType: string; status: string; count: number; names: string[] };

/** Counts stalls and top-up points of a market by status, and returns the names of the two oldest. */
async function countMarketPeople(session: Session, marketId: MarketId): Promise<PeopleCount[]> {
  const { rows } = await session.query<PeopleCount>({
    name: 'market-people',
    text: `select p.user_type as "userType", p.status, count(*)::int as count,
        (array_agg(case when p.stall_name <> '' then p.stall_name else p.owner_name end
          order by p.created_at, p.id))[1:2] as names
      from person p where p.market_id = $1 and p.user_type in ('ESTANTE', 'RECARGA') and p.visible
      group by p.user_type, p.status order by p.user_type, p.status`,
    values: [marketId],
  });
  return rows;
}

import { dayCloseSchema, type DayAccount, type DayClose } from '#src/contract/cash/schemas.ts';
import { addDays, dayOf, startOfDayIn } from '#src/domain/time/market-clock.ts';
import { toAmount, type MarketId } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { readDays, readSums, type LedgerSum } from '#src/server/ledger/days/day-sums.ts';
import { namedMarket } from '#src/server/nouns/accounts/named-market.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { isoOf } from '#src/server/store/rows.ts';
import { listTills, type CashDeps } from './tills.ts';

/** Devices of a market that owe operations, and those silent since the end of the day. */
export type LateDevices = (marketId: MarketId, dayEnd: Date) => Promise<DayClose['devices']>;
export type DayCloseDeps = CashDeps & { lateDevices: LateDevices };

/** Every account kind of a market, in the order of the page. */
const accounts = [
  'cash',
  'voucher',
  'stall',
  'treasury',
  'cash-difference',
  'clearing',
  'redemption',
  'breakage',
  'opening',
  'overspend',
  'guarantee',
  'debt',
];

/**
 * Returns a market's day: the balance of each account before and after, which sum to 0 over all accounts. A
 * closed day keeps its figures.
 */
export async function readDayClose(
  deps: DayCloseDeps,
  actor: Actor,
  named: string | null,
  wanted: string | undefined,
): Promise<Answer<DayClose>> {
  const market = await namedMarket(deps, actor, named);
  if (!market.ok) return market;
  const { id } = market.value;
  const day = wanted ?? dayOf(deps.now(), deps.timeZone);
  const before = await readSums(deps.database, deps.timeZone, { market: id, accounts, before: day });
  const during = await readDays(deps.database, deps.timeZone, { market: id, from: day, to: day });
  const lines = accounts.map((account) => toAccount(account, before, during)).filter((line) => isUsed(line));
  const sum = toAmount(lines.reduce((total, { after }) => total + after, 0));
  const tills = await listTills(deps, { ...actor, userType: 'GLOBAL_MARKET', marketId: id });
  const closed = await readClosed(deps.database, id, day);
  const dayEnd = new Date(startOfDayIn(deps.timeZone, addDays(day, 1)));
  const devices = await deps.lateDevices(id, dayEnd);
  const current: DayClose = {
    day,
    accounts: lines,
    sum,
    addsUp: sum === 0,
    tills: tills.filter(({ expected }) => expected !== 0),
    devices,
    closedAt: null,
    closedBy: '',
    later: [],
  };
  if (!closed) return done(current);
  const { figures, ...byWhom } = closed;
  const kept = dayCloseSchema.parse(figures);
  return done({ ...kept, devices, ...byWhom, later: bookedSince(kept.accounts, lines) });
}

/** Returns the difference of each account since the day was closed. */
function bookedSince(kept: readonly DayAccount[], current: readonly DayAccount[]): DayClose['later'] {
  return current.flatMap(({ account, changes }) => {
    const before = new Map(
      kept.find((line) => line.account === account)?.changes.map((change) => [change.movement, change]),
    );
    return changes.flatMap(({ movement, count, total }) => {
      const known = before.get(movement);
      const [more, by] = [count - (known?.count ?? 0), total - (known?.total ?? 0)];
      return more === 0 && by === 0 ? [] : [{ account, movement, count: more, total: toAmount(by) }];
    });
  });
}

/** Stores the day's present figures, once. A future day cannot be closed. */
export async function closeDay(deps: DayCloseDeps, actor: Actor, day: string): Promise<Answer<DayClose>> {
  const recordedAt = deps.now();
  if (day > dayOf(recordedAt, deps.timeZone)) return refuse('DAY_NOT_OVER');
  const figures = await readDayClose(deps, actor, null, day);
  if (!figures.ok) return figures;
  const marketId = ownMarket(actor);
  const isFirst = await deps.database.transaction(async (session) => {
    const { rowCount } = await session.query({
      name: 'close-day',
      text: `insert into day_close (market_id, day, figures, recorded_by, recorded_at)
        values ($1, $2, $3, $4, $5) on conflict do nothing`,
      values: [marketId, day, JSON.stringify(figures.value), actor.id, recordedAt],
    });
    if (rowCount === 0) return false;
    const { sum, addsUp, accounts: lines } = figures.value;
    const balance = Object.fromEntries(lines.map(({ account, after }) => [account, after]));
    await writeDecision(session, {
      kind: 'day-closed',
      actor,
      marketId,
      subject: { type: 'DAY', id: day, name: day },
      after: { ...balance, sum, addsUp },
      recordedAt,
    });
    return true;
  });
  return isFirst ? readDayClose(deps, actor, null, day) : refuse('DAY_ALREADY_CLOSED');
}

function toAccount(account: string, before: readonly LedgerSum[], during: readonly LedgerSum[]): DayAccount {
  const balance = toAmount(
    before.filter((row) => row.account === account).reduce((sum, row) => sum + row.total, 0),
  );
  const changes = new Map<string, DayAccount['changes'][number]>();
  for (const { movement, count, total } of during.filter((row) => row.account === account)) {
    const known = changes.get(movement) ?? { movement, count: 0, total: toAmount(0) };
    changes.set(movement, { movement, count: known.count + count, total: toAmount(known.total + total) });
  }
  const moved = [...changes.values()].reduce((sum, { total }) => sum + total, 0);
  return { account, before: balance, changes: [...changes.values()], after: toAmount(balance + moved) };
}

function isUsed({ before, after, changes }: DayAccount): boolean {
  return before !== 0 || after !== 0 || changes.length > 0;
}

type ClosedDay = Pick<DayClose, 'closedAt' | 'closedBy'> & { figures: unknown };

async function readClosed(session: Session, marketId: MarketId, day: string): Promise<ClosedDay | undefined> {
  const { rows } = await session.query<ClosedDay>({
    name: 'closed-day',
    text: `select d.figures, ${isoOf('d.recorded_at')} as "closedAt", p.owner_name as "closedBy"
      from day_close d join person p on p.id = d.recorded_by
      where d.market_id = $1 and d.day = $2::date`,
    values: [marketId, day],
  });
  return rows[0];
}

import type {
  PeriodQuery,
  PeriodTotals,
  PurchaseSummary,
  Sum,
} from '#src/contract/purchases/purchase-history.ts';
import { addDays, countDays, dayOf, startOfDayIn } from '#src/domain/time/market-clock.ts';
import { toAmount, toPoints, type MarketId, type Points } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import {
  groupSums,
  readDays,
  readSums,
  type LedgerDay,
  type LedgerSum,
} from '#src/server/ledger/days/day-sums.ts';
import { namedMarket } from '#src/server/nouns/accounts/named-market.ts';
import type { Database } from '#src/server/store/database.ts';
import { readAccountsOf } from '#src/server/store/records/people.ts';
import { readSoldProducts } from '#src/server/store/records/purchase-lines.ts';

export type SummaryDeps = { database: Database; now: () => Date; timeZone: string };

/** Whole days, inclusive. */
type Period = { market: MarketId; from: string; to: string };

const longestDays = 400;
const defaultDays = 30;

/** Summarises a market's period from day sums. A stall and a top-up point get only their own rows. */
export async function summarize(
  deps: SummaryDeps,
  actor: Actor,
  market: string,
  query: PeriodQuery,
): Promise<Answer<PurchaseSummary>> {
  const found = await namedMarket(deps, actor, market);
  if (!found.ok) return found;
  const to = query.to ?? dayOf(deps.now(), deps.timeZone);
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const length = countDays(from, to);
  if (length < 1 || length > longestDays)
    return refuse('INVALID_REQUEST', { fields: { to: 'No es válido.' } });
  const compareFrom = query.compareFrom ?? addDays(from, -length);
  if (compareFrom >= from || countDays(compareFrom, from) > longestDays + 1)
    return refuse('INVALID_REQUEST', { fields: { compareFrom: 'No es válido.' } });
  const id = found.value.id;
  const period = { market: id, from, to };
  const rows = await readDays(deps.database, deps.timeZone, { market: id, from: compareFrom, to });
  const mine = rows.filter((row) => isSeenBy(actor, row));
  const now = mine.filter(({ day }) => day >= from);
  const compareEnd = addDays(compareFrom, length);
  const earlier = mine.filter(({ day }) => day < from && day < compareEnd);
  const before = await heldBefore(deps, actor, id, from);
  const days = toDays(now, from, length, before.vouchers);
  return done({
    from,
    to,
    days,
    stalls: await toStalls(deps, actor, period, now),
    topUpPoints: await toTopUpPoints(deps, actor, period, now),
    products: await soldProducts(deps, actor, period),
    totals: toTotals(now),
    previous: toTotals(earlier),
    outstanding: days.at(-1)?.outstanding ?? toAmount(0),
    points: toPoints(before.points + totalOf(now, (row) => row.account === 'points')),
    owed: owedAfter(before.stalls, now),
  });
}

/**
 * Returns how many stalls have a balance at the period's end, from their balances at its beginning and the period's
 * movements.
 */
function owedAfter(before: readonly LedgerSum[], now: readonly LedgerDay[]): Sum {
  const byStall = groupSums([...before, ...now.filter(isOfStall)], ({ owner }) => owner);
  const owed = [...byStall.values()].map((rows) => totalOf(rows, isOfStall)).filter((total) => total > 0);
  return { count: owed.length, total: toAmount(owed.reduce((sum, total) => sum + total, 0)) };
}

const isOfStall: Wanted = ({ account }) => account === 'stall';

/** A stall sees the rows of its account, a top-up point those of its till, and a market all. */
function isSeenBy(actor: Actor, row: LedgerSum): boolean {
  if (actor.userType === 'ESTANTE') return row.account === 'stall' && row.owner === actor.id;
  if (actor.userType === 'RECARGA') return row.account === 'cash' && row.owner === actor.id;
  return true;
}

/** Returns the balances at the period's beginning of the accounts that this person may see. */
async function heldBefore(
  deps: SummaryDeps,
  actor: Actor,
  market: MarketId,
  before: string,
): Promise<{ vouchers: number; points: Points; stalls: readonly LedgerSum[] }> {
  const isWhole = actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET';
  const sums = await readSums(deps.database, deps.timeZone, {
    market,
    accounts: isWhole ? ['voucher', 'points', 'stall'] : ['stall'],
    before,
  });
  return {
    vouchers: totalOf(sums, (row) => row.account === 'voucher'),
    points: toPoints(totalOf(sums, (row) => row.account === 'points')),
    stalls: sums.filter((row) => isOfStall(row) && isSeenBy(actor, row)),
  };
}

type Wanted = (row: LedgerSum) => boolean;

const legOf =
  (movement: string, account: string): Wanted =>
  (row) =>
    row.movement === movement && row.account === account;

/** Paid from the till, from the market's own cash or as a known shortage: one leg with the whole amount. */
function isCashGivenBack({ movement, account }: LedgerSum): boolean {
  return movement === 'top-up-void' && account !== 'voucher';
}

/** Counts each kind by the account whose legs count each movement once, with the sign that makes its total positive. */
function sumsOf(rows: readonly LedgerSum[]) {
  const sum = (wanted: Wanted, sign: 1 | -1): Sum => {
    const count = rows.filter(wanted).reduce((whole, row) => whole + row.count, 0);
    // -1 * 0 is -0, which strict equality in tests distinguishes from 0.
    return { count, total: toAmount(0 + sign * totalOf(rows, wanted)) };
  };
  return {
    purchases: sum(legOf('purchase', 'stall'), 1),
    voids: sum(legOf('void', 'stall'), -1),
    topUps: sum(legOf('top-up', 'cash'), -1),
    topUpVoids: sum(isCashGivenBack, 1),
    refunds: sum(legOf('refund', 'voucher'), -1),
    /** Opening balances that the market guarantees, less those that it reversed. */
    openings: sum(({ account }) => account === 'opening', -1),
    redemptions: sum(legOf('redemption', 'voucher'), 1),
    payouts: sum(legOf('payout', 'stall'), -1),
    expired: sum(legOf('expiry', 'voucher'), -1),
    overspends: sum(legOf('purchase', 'overspend'), -1),
  };
}

function totalOf(rows: readonly LedgerSum[], wanted: Wanted): number {
  return rows.filter(wanted).reduce((sum, row) => sum + row.total, 0);
}

function toTotals(rows: readonly LedgerSum[]): PeriodTotals {
  return {
    ...sumsOf(rows),
    pointsEarned: toPoints(totalOf(rows, (row) => row.account === 'points' && row.movement !== 'redemption')),
    pointsRedeemed: toPoints(0 - totalOf(rows, legOf('redemption', 'points'))),
  };
}

function toDays(
  rows: readonly LedgerDay[],
  from: string,
  length: number,
  vouchersBefore: number,
): PurchaseSummary['days'] {
  const byDay = groupSums(rows, ({ day }) => day);
  let outstanding = vouchersBefore;
  return Array.from({ length }, (_, n) => {
    const day = addDays(from, n);
    const ofDay = byDay.get(day) ?? [];
    outstanding += totalOf(ofDay, (row) => row.account === 'voucher');
    const { purchases, voids, topUps, topUpVoids, payouts } = sumsOf(ofDay);
    return { day, purchases, voids, topUps, topUpVoids, payouts, outstanding: toAmount(outstanding) };
  });
}

/**
 * Returns stalls or top-up points: all of a market's for the market; for one of them only itself, and none of
 * the other type.
 */
async function readShownTo(
  deps: SummaryDeps,
  actor: Actor,
  kind: 'ESTANTE' | 'RECARGA',
  marketId: MarketId,
): ReturnType<typeof readAccountsOf> {
  const isOther = actor.userType !== kind && (actor.userType === 'ESTANTE' || actor.userType === 'RECARGA');
  if (isOther) return [];
  return readAccountsOf(deps.database, kind, { marketId, id: actor.userType === kind ? actor.id : null });
}

async function toStalls(
  deps: SummaryDeps,
  actor: Actor,
  period: Period,
  rows: readonly LedgerDay[],
): Promise<PurchaseSummary['stalls']> {
  const stalls = await readShownTo(deps, actor, 'ESTANTE', period.market);
  const byOwner = groupSums(rows, ({ owner }) => owner);
  return stalls.map((stall) => {
    const { purchases, voids, payouts } = sumsOf(byOwner.get(stall.id) ?? []);
    return { estanteId: stall.id, estanteName: stall.stall_name, purchases, voids, payouts };
  });
}

/** Returns the products sold: a stall's own, or all of a market. A top-up point sells nothing. */
async function soldProducts(
  { database, timeZone }: SummaryDeps,
  actor: Actor,
  { market: marketId, ...days }: Period,
): Promise<PurchaseSummary['products']> {
  if (actor.userType === 'RECARGA') return [];
  const stallId = actor.userType === 'ESTANTE' ? actor.id : null;
  return readSoldProducts(database, { marketId, stallId, ...instantsOf(timeZone, days) });
}

async function toTopUpPoints(
  deps: SummaryDeps,
  actor: Actor,
  period: Period,
  rows: readonly LedgerDay[],
): Promise<PurchaseSummary['topUpPoints']> {
  const points = await readShownTo(deps, actor, 'RECARGA', period.market);
  const byOwner = groupSums(rows, ({ owner }) => owner);
  const reissues = points.length === 0 ? new Map<string, Sum>() : await readReissues(deps, period);
  return points.map(({ id: _id, owner_name: ownerName }) => {
    const { topUps, topUpVoids } = sumsOf(byOwner.get(_id) ?? []);
    return {
      _id,
      ownerName,
      topUps,
      topUpVoids,
      reissues: reissues.get(_id) ?? { count: 0, total: toAmount(0) },
    };
  });
}

/** Counts the papers that each person of the market replaced. They are few, so no day sums are kept. */
async function readReissues(
  { database, timeZone }: SummaryDeps,
  { market, ...days }: Period,
): Promise<Map<string, Sum>> {
  const { from, to } = instantsOf(timeZone, days);
  const { rows } = await database.query<Sum & { by: string }>({
    name: 'reissues-of-period',
    text: `select v.recorded_by as by, count(*)::int as count, sum(c.amount)::bigint as total
      from voucher_change c join movement v on v.id = c.movement_id
      where c.market_id = $1 and c.kind = 'reissue' and c.recorded_at >= $2 and c.recorded_at < $3
      group by v.recorded_by`,
    values: [market, from, to],
  });
  return new Map(rows.map(({ by, count, total }) => [by, { count, total }]));
}

function instantsOf(timeZone: string, { from, to }: Pick<Period, 'from' | 'to'>) {
  return {
    from: new Date(startOfDayIn(timeZone, from)),
    to: new Date(startOfDayIn(timeZone, addDays(to, 1))),
  };
}

import type { MarketToday } from '#src/contract/markets/market-today.ts';
import { conflictAlarmMs } from '#src/domain/purchase/offline-limits.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { listStallBalances } from '#src/server/cash/payouts.ts';
import type { CashDeps } from '#src/server/cash/tills.ts';
import { readLateDevices, type LateDevice } from '#src/server/devices/devices.ts';
import { ownMarket, type Actor } from '#src/server/http/actor.ts';
import { owedNumbers } from '#src/server/sync/envelopes/journal.ts';
import {
  countMarketPeople,
  marketDays,
  readMarketSums,
  readSalesByStall,
  type PeopleCount,
} from './market-today-reads.ts';

/** Stalls named as the best of the day, at most. */
const mostNamed = 5;

/** A market's home page: the day's figures, and what needs a decision. */
export async function readMarketToday(deps: CashDeps, actor: Actor): Promise<MarketToday> {
  const { database, timeZone } = deps;
  const marketId = ownMarket(actor);
  const now = deps.now();
  const days = await marketDays(database, now, timeZone);
  const sums = await readMarketSums(database, marketId, days, new Date(now.getTime() - conflictAlarmMs));
  const sales = await readSalesByStall(database, marketId, days.today);
  const people = await countMarketPeople(database, marketId);
  const owed = (await listStallBalances(deps, actor)).map((stall) => stall.owed).filter((sum) => sum > 0);
  return {
    purchases: {
      count: total(sales.map(({ count }) => count)),
      total: total(sales.map((stall) => stall.total)),
    },
    topUps: { count: sums.topUpCount, total: sums.topUpTotal },
    lastWeek: sums.lastWeek,
    outstanding: { count: sums.voucherCount, total: sums.voucherTotal },
    owed: { count: owed.length, total: total(owed) },
    stalls: groupOf(people, 'ESTANTE', 'APROBADO').count,
    topUpPoints: groupOf(people, 'RECARGA', 'APROBADO').count,
    approvals: {
      stalls: groupOf(people, 'ESTANTE', 'PENDIENTE'),
      topUpPoints: groupOf(people, 'RECARGA', 'PENDIENTE'),
    },
    overspends: {
      count: sums.overspendCount,
      total: sums.overspendTotal,
      code: sums.overspendVoucher === null ? '' : shortCodeOf(sums.overspendVoucher),
    },
    reviews: { count: sums.reviewCount, total: sums.reviewTotal },
    devices: toLate(await readLateDevices(deps, marketId)),
    best: sales.slice(0, mostNamed).map(({ count: _count, ...stall }) => stall),
  };
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

/** Missing numbers and operations that a device reports as open are often the same: the larger count is used. */
function toLate(states: readonly LateDevice[]): MarketToday['devices'] {
  const late = states
    .map(({ name, lastSeenAt, ackSeq, gaps, reported }) => {
      const missing = owedNumbers({ ackSeq, headHash: '', gaps }, reported.lastSeq, 0).count;
      return { name, lastSeenAt, operations: Math.max(missing, reported.openCount) };
    })
    .sort((one, other) => other.operations - one.operations);
  return { count: late.length, first: late[0] ?? null };
}

import { toPoints, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import type { Handlers } from './handlers.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

const one = [{}];

/** The statements of points, clearing, and market days. */
export function officeStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return { ...pointStatements(ledger, log), ...dayStatements(ledger), ...closeStatements(ledger, log) };
}

function sumOfPoints(entries: readonly { points: number }[]): number {
  return entries.reduce((sum, { points }) => sum + points, 0);
}

function pointStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'customer-to-redeem': ([id]) => {
      const row = ledger.customers.get(String(id));
      if (!row || row.mergedInto !== null) return [];
      const { ownerName, identificacion } = row.customer;
      return [{ owner_name: ownerName, identificacion }];
    },
    'reward-to-redeem': ([id, market]) => {
      const reward = ledger.rewards.get(String(id));
      if (!reward || reward.marketId !== market) return [];
      const { name, cost, amount } = reward;
      return [{ id, name, points_cost: cost, amount }];
    },
    'lock-market-for-rewards': () => one,
    // Credit between markets is tested on PostgreSQL.
    'credit-left': () => [{ left: 200_000_000 }],
    // The daily limit of rewards is tested on PostgreSQL.
    'rewards-of-day': () => [{ left: 1_000_000 }],
    'points-of-customer': ([customer, market, today]) => {
      const entries = [...ledger.points].filter(
        ([, entry]) => entry.customerId === customer && entry.marketId === market,
      );
      const sold = (id: string): string => ledger.movements.get(id)?.takesBack ?? id;
      const isOfToday = (id: string): boolean =>
        ledger.movements.get(id)?.kind !== 'redemption' &&
        (ledger.movedAt.get(sold(id)) ?? 0) >= (today as Date).getTime();
      return [
        {
          points: sumOfPoints(entries.flatMap(([id, entry]) => (isOfToday(id) ? [] : [entry]))),
        },
      ];
    },
    'lock-customers': () => one,
    'held-points': ([ids, market, since]) =>
      (ids as string[]).map((id) => {
        const entries = [...ledger.points].filter(
          ([, entry]) => entry.customerId === id && entry.marketId === market,
        );
        const redeemed = entries.flatMap(([movement, entry]) =>
          ledger.movements.get(movement)?.kind === 'redemption' &&
          (ledger.movedAt.get(movement) ?? 0) >= (since as Date).getTime()
            ? [entry]
            : [],
        );
        return {
          id,
          balance: sumOfPoints(entries.map(([, entry]) => entry)),
          redeemed: 0 - sumOfPoints(redeemed),
        };
      }),
    'insert-points': ([movement, customerId, marketId, points]) => {
      const entry = { customerId: String(customerId), marketId: marketId as MarketId };
      log.set(ledger.points, String(movement), { ...entry, points: toPoints(Number(points)) });
      return one;
    },
    'insert-redemption': () => one,
  };
}

/** Day sums are folded by the hour on PostgreSQL; here they are added up anew each time. */
const cursor = { xid: 1, until: '' };

function dayStatements(ledger: MemoryLedger): Handlers {
  const wanted = (market: unknown, of: { market: string }): boolean =>
    market === null || market === of.market;
  return {
    'folded-until': () => [{ ...cursor, time_zone: '' }],
    'days-to-fold': () => [{ more: false }],
    'ledger-sums': ([market, zone, before, accounts]) => {
      const legs = ledgerLegs(ledger, String(zone)).filter(
        (leg) =>
          wanted(market, leg) &&
          (before === null || leg.day < String(before)) &&
          (accounts as string[]).includes(leg.account),
      );
      return [{ ...cursor, sums: summed(legs.map((leg) => ({ ...leg, day: '' }))) }];
    },
    'ledger-days': ([market, zone, from, to]) => {
      const legs = ledgerLegs(ledger, String(zone)).filter(
        (leg) => wanted(market, leg) && leg.day >= String(from) && leg.day <= String(to),
      );
      return [{ ...cursor, sums: summed(legs) }];
    },
  };
}

type LegOfDay = {
  market: string;
  day: string;
  movement: string;
  account: string;
  owner: string;
  total: number;
};

/** Each leg posted before `until`, ms, with its day in this zone. */
export function ledgerLegs(ledger: MemoryLedger, zone: string, until = Number.POSITIVE_INFINITY): LegOfDay[] {
  return [...ledger.movements.values()].flatMap(({ id, kind, legs }) => {
    const at = ledger.movedAt.get(id) ?? 0;
    if (at > until) return [];
    const day = dayIn(zone, at);
    return legs.map(({ account: { kind: account, marketId, ownerId }, amount }) => {
      const other = legs.find((leg) => leg.account.kind === 'clearing' && leg.account.marketId !== marketId);
      const stranger = account === 'clearing' ? (other?.account.marketId ?? marketId) : ownerId;
      const owner = account === 'voucher' ? marketId : stranger;
      return { market: marketId, day, movement: kind, account, owner, total: amount };
    });
  });
}

export function summed(legs: readonly LegOfDay[]): (LegOfDay & { count: number })[] {
  const sums = new Map<string, LegOfDay & { count: number }>();
  for (const leg of legs) {
    const name = [leg.market, leg.day, leg.movement, leg.account, leg.owner].join(' ');
    const known = sums.get(name) ?? { ...leg, total: 0, count: 0 };
    sums.set(name, { ...known, total: known.total + leg.total, count: known.count + 1 });
  }
  return [...sums.values()];
}

/** Bogota never changes its clocks. */
function dayIn(zone: string, at: number): string {
  const aheadMs = zone === 'UTC' ? 0 : -5 * 3_600_000;
  return new Date(at + aheadMs).toISOString().slice(0, 10);
}

function closeStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  const nameOf = (id: string) => ({ id, code: id.slice(0, 6).toUpperCase(), name: id.slice(0, 4) });
  const markets = () => [...ledger.limits.keys()].map(nameOf);
  return {
    'market-names': markets,
    'named-market': ([, own]) => markets().filter(({ id }) => id === own),
    'lock-clearing': () => one,
    'insert-clearing': () => one,
    'insert-expiry': () => one,
    'mark-expired': ([id]) => {
      const voucher = ledger.vouchers.get(id as VoucherId);
      if (voucher && voucher.closedAs === null)
        log.set(ledger.vouchers, voucher.id, { ...voucher, closedAs: 'expired' });
      return one;
    },
    'account-owners': ([type, market]) =>
      [...ledger.devices.values()]
        .filter(({ marketId }) => marketId === market)
        .flatMap(({ operators }) => operators)
        .flatMap((id) => ledger.operators.get(id) ?? [])
        .filter(({ userType }) => userType === type)
        .map(({ id, ownerName }) => ({ id, owner_name: ownerName, stall_name: ownerName })),
    'last-cash-received': () => [],
    'top-ups-since': () => [],
    'top-up-voids-since': () => [],
    'floats-since': () => [],
    'close-day': ([market, day, figures, by, at]) => {
      const name = `${String(market)} ${String(day)}`;
      if (ledger.closedDays.has(name)) return [];
      const closed = {
        figures: JSON.parse(String(figures)),
        recorded_at: at as Date,
        owner_name: String(by),
      };
      log.set(ledger.closedDays, name, closed);
      return one;
    },
    'closed-day': ([market, day]) => {
      const closed = ledger.closedDays.get(`${String(market)} ${String(day)}`);
      return closed ? [closed] : [];
    },
  };
}

/** Amounts of a stall's payouts, oldest first. */
export function payoutsTo(ledger: MemoryLedger, stallId: string): number[] {
  return [...ledger.movements.values()]
    .filter(({ kind }) => kind === 'payout')
    .flatMap(({ legs }) => legs)
    .filter(({ account }) => account.kind === 'stall' && account.ownerId === stallId)
    .map(({ amount }) => 0 - amount);
}

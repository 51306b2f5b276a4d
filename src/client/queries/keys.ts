import type { MarketCode } from '#src/protocol/brands.ts';

type Id = string;

/**
 * The keys of all server lists that this client shows: two screens with the same query have the same key.
 * `all` is the prefix of a noun's keys; marking it stale marks them all (stale.ts).
 */
export const keys = {
  accounts: {
    all: ['accounts'],
    list: (...asked: readonly unknown[]) => ['accounts', ...asked] as const,
  },
  catalogue: {
    all: ['catalogue'],
    list: (q: string, sort: string, cursor?: string) => ['catalogue', q, sort, cursor] as const,
  },
  clearing: { all: ['clearing'] },
  closedDays: { all: ['closed-days'] },
  conflicts: { all: ['conflicts'], list: (filter: string) => ['conflicts', filter] as const },
  customer: {
    all: ['customer'],
    one: (id: Id | null) => ['customer', id] as const,
  },
  customers: { all: ['customers'], list: (...asked: readonly unknown[]) => ['customers', ...asked] as const },
  day: { all: ['day'], one: (day: string) => ['day', day] as const },
  decisions: {
    all: ['decisions'],
    list: (asked: object, cursor?: string) => ['decisions', asked, cursor] as const,
  },
  devices: { all: ['devices'], afterRestore: ['devices', 'after-restore'] },
  exposure: { all: ['exposure'] },
  marketSettings: {
    all: ['market-settings'],
    one: (market: MarketCode) => ['market-settings', market] as const,
  },
  markets: { all: ['markets'], list: (reloads: boolean) => ['markets', reloads] as const },
  payouts: { all: ['payouts'] },
  pointsHistory: {
    all: ['points-history'],
    list: (customerId: Id | null, q: string) => ['points-history', customerId, q] as const,
  },
  products: { all: ['products'], of: (offererId: Id) => ['products', offererId] as const },
  purchases: { of: (customerId: Id) => ['customer-purchases', customerId] as const },
  refunds: { all: ['refunds'], open: (q: string) => ['refundable', q] as const },
  report: {
    all: ['report'],
    of: (market: MarketCode, ...asked: readonly unknown[]) => ['report', market, ...asked] as const,
  },
  rewards: { all: ['rewards'] },
  sales: {
    all: ['sales'],
    list: (market: MarketCode, ...asked: readonly unknown[]) => ['sales', market, 'list', ...asked] as const,
    sums: (market: MarketCode, from: string, to: string) => ['sales', market, 'sums', from, to] as const,
  },
  stallBalances: { all: ['stall-balances'] },
  stallName: { one: (id: Id) => ['stall-name', id] as const },
  stallOptions: { list: (of: object, q: string) => ['stall-options', of, q] as const },
  supplier: { one: (id: Id) => ['supplier', id] as const },
  suppliers: { all: ['suppliers'] },
  cashReceived: { all: ['cash-received'] },
  tills: { all: ['tills'] },
  today: { all: ['today'], ofMarket: ['today', 'market'], ofStall: (day: string) => ['today', 'stall', day] },
  topUps: { all: ['top-ups'], of: (userId: Id) => ['top-ups', userId] as const },
  topUpPoints: { all: ['top-up-points'] },
  vouchers: { one: (code: Id) => ['voucher', code] as const },
} as const;

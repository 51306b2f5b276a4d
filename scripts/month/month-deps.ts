import type { PurchaseQueue } from '#src/operations/purchase/queue.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import type { VoucherLife } from '#src/protocol/voucher-proof.ts';
import type { OpenVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { Database } from '#src/server/store/database.ts';
import type { StoryWorld } from './story-world.ts';

/** Dependencies of the month's services; the clock and random numbers are the story's. */
export type MonthDeps = {
  world: StoryWorld;
  database: Database;
  purchases: PurchaseQueue;
  now: () => Date;
  voucherLinks: OpenVoucherLinks;
  timeZone: string;
  topUpMax: number;
  voucherLife: VoucherLife;
  lateDevices: () => Promise<[]>;
};

export type MonthSize = {
  markets: number;
  stalls: number;
  points: number;
  customers: number;
  days: number;
  purchases: number;
};

/** A voucher that still buys, as the story knows it. */
export type StoryVoucher = {
  uuid: VoucherId;
  /** Movement that issued it. */
  issuedBy: string;
  owner: string;
  market: number;
  balance: number;
};

/** Counts of events by kind; an intended refusal counts as `refused`. */
export type MonthCounts = Record<
  | 'topUps'
  | 'purchases'
  | 'refused'
  | 'voids'
  | 'undone'
  | 'refunds'
  | 'redemptions'
  | 'reissues'
  | 'blocks'
  | 'overspends'
  | 'payouts'
  | 'joins'
  | 'floats'
  | 'received'
  | 'clearings',
  number
> & {
  /** By extra. */
  extras: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

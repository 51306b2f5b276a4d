import type { VoucherId } from '#src/contract/brands.ts';
import type { VoucherLife } from '#src/domain/voucher/voucher-validity.ts';
import type { PurchaseQueue } from '#src/server/ledger/purchase-queue.ts';
import type { Database } from '#src/server/store/database.ts';
import type { OpenVoucherLinks } from '#src/server/vouchers/links.ts';
import type { StoryWorld } from './story-world.ts';

/** What the services of the month are given; the clock and chance are the story's. */
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
  /** the movement that issued it */
  issuedBy: string;
  owner: string;
  market: number;
  balance: number;
};

/** What happened, by kind; a refusal that the story meant to happen counts as `refused`. */
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
  | 'counts'
  | 'payouts'
  | 'sharedSales'
  | 'joins'
  | 'deductions'
  | 'floats'
  | 'handOvers'
  | 'released'
  | 'clearings',
  number
> & {
  /** by extra */
  extras: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

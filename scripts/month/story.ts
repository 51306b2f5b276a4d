import type { MonthCounts, MonthDeps, StoryVoucher } from './month-deps.ts';
import type { MonthPeople } from './month-people.ts';

/** What a month is told from, and what has come of it so far. */
export type Story = {
  deps: MonthDeps;
  people: MonthPeople;
  counts: MonthCounts;
  vouchers: StoryVoucher[];
  /** one of each market */
  tablets: string[];
};

/** Part of an extra before the first day. Returns how often it did what. */
export type MonthBeginning = (story: Story) => Promise<Readonly<Record<string, number>>>;

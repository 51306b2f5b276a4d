import type { MonthCounts, MonthDeps, StoryVoucher } from './month-deps.ts';
import type { MonthPeople } from './month-people.ts';

/** A month's parameters, and its state so far. */
export type Story = {
  deps: MonthDeps;
  people: MonthPeople;
  counts: MonthCounts;
  vouchers: StoryVoucher[];
  /** One per market. */
  tablets: string[];
};

/** Part of an extra before the first day. Returns the number of events by kind. */
export type MonthBeginning = (story: Story) => Promise<Readonly<Record<string, number>>>;

import type { DashboardPage } from '#src/client/extra.ts';
import type { Waiting } from '#src/client/ui/tables/count.tsx';
import type { MarketToday } from '#src/contract/markets/today.ts';

/** Waiting items by the path of their page; pages with none are absent. */
export type NavCounts = ReadonlyMap<string, Waiting>;

export function countsOfMarket(today: MarketToday): NavCounts {
  const { approvals, overspends, reviews, devices, fullTills } = today;
  return waitingOnly([
    ['estantes', { count: approvals.stalls.count, isUrgent: false }],
    ['puntos-de-recarga', { count: approvals.topUpPoints.count, isUrgent: false }],
    ['caja', { count: fullTills.count, isUrgent: true }],
    ['home', { count: overspends.count + reviews.count, isUrgent: true }],
    ['dispositivos', { count: approvals.devices.count + devices.count, isUrgent: devices.count > 0 }],
  ]);
}

/** Adds to each page's count those of its tabs. */
export function countsWithTabs(counts: NavCounts, pages: readonly DashboardPage[]): NavCounts {
  return new Map(
    pages.flatMap((page) => {
      const sum = sumOf(
        counts,
        pages.filter(({ path, within }) => path === page.path || within === page.path),
      );
      return sum === undefined ? [] : [[page.path, sum] as const];
    }),
  );
}

/** Returns the sum over these pages. */
export function sumOf(counts: NavCounts, pages: readonly DashboardPage[]): Waiting | undefined {
  const found = pages.flatMap(({ path }) => counts.get(path) ?? []);
  if (found.length === 0) return undefined;
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    isUrgent: found.some(({ isUrgent }) => isUrgent),
  };
}

export function waitingOnly(entries: readonly (readonly [string, Waiting])[]): NavCounts {
  return new Map(entries.filter(([, { count }]) => count > 0));
}

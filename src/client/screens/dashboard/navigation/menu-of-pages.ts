import type { DashboardPage } from '#src/client/extra.ts';
import type { Waiting } from '#src/client/ui/tables/count.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';

/** Pages before "Más" on a wide screen; a role without a number has no "Más" there. */
const railLength: Partial<Record<UserType, number>> = { ADMIN: 4, GLOBAL_MARKET: 7 };

/**
 * Returns the navigation page that is open, or the one that led to the open inner page or tab. Undefined when
 * neither is in `shown`.
 */
export function currentPageOf(pathname: string, shown: readonly DashboardPage[]): DashboardPage | undefined {
  const open = shown.find(({ path }) => pathname === `/dashboard/${path}`);
  const above = open?.within === undefined ? open?.from : [open.within];
  if (above === undefined) return open;
  const led = above.map((path) => shown.find((page) => page.path === path)).find(Boolean);
  return led?.within === undefined ? led : shown.find(({ path }) => path === led.within);
}

/** Returns the tabs of the open page, itself included; fewer than two are none. */
export function tabsOf(pathname: string, shown: readonly DashboardPage[]): readonly DashboardPage[] {
  const open = shown.find(({ path }) => pathname === `/dashboard/${path}`);
  if (open === undefined || open.from !== undefined) return [];
  const first = open.within ?? open.path;
  const tabs = shown.filter(({ path, within }) => path === first || within === first);
  return tabs.length > 1 ? tabs : [];
}

export interface Menu {
  pages: readonly DashboardPage[];
  beyond: readonly DashboardPage[];
}

/** Returns the pages of a wide screen's rail, and those behind its "Más". */
export function railOf(userType: UserType, shown: readonly DashboardPage[]): Menu {
  return menuOf(shown, railLength[userType]);
}

/** Returns the pages of a phone's foot, and those behind its "Más". */
export function footOf(shown: readonly DashboardPage[]): Menu {
  return menuOf(shown, 4);
}

/** The navigation shows neither inner pages nor tabs. */
function menuOf(shown: readonly DashboardPage[], length = Infinity): Menu {
  const all = shown.filter(({ from, within }) => from === undefined && within === undefined);
  return { pages: all.slice(0, length), beyond: all.slice(length) };
}

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

import type { DashboardPage } from '#src/client/extra.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';

/** Pages before "Más" on a wide screen; a role without a number has no "Más" there. */
const railLength: Partial<Record<UserType, number>> = { ADMIN: 4, GLOBAL_MARKET: 7 };
const footLength = 4;

/** Returns the pages that the navigation shows: neither inner pages nor tabs. */
export function navigationPagesOf(shown: readonly DashboardPage[]): readonly DashboardPage[] {
  return shown.filter(({ isInner, within }) => isInner !== true && within === undefined);
}

/**
 * Returns the navigation page that is open, or the one that led to the open inner page or tab. Undefined when
 * neither is in `shown`.
 */
export function currentPageOf(pathname: string, shown: readonly DashboardPage[]): DashboardPage | undefined {
  const open = shown.find(({ path }) => pathname === `/dashboard/${path}`);
  if (open === undefined) return undefined;
  const above = open.within === undefined ? (open.isInner === true ? (open.from ?? []) : []) : [open.within];
  if (above.length === 0) return open;
  const led = above
    .map((path) => shown.find((page) => page.path === path))
    .find((page) => page !== undefined);
  return led?.within === undefined ? led : shown.find(({ path }) => path === led.within);
}

/** Returns the tabs of the open page, itself included; fewer than two are none. */
export function tabsOf(pathname: string, shown: readonly DashboardPage[]): readonly DashboardPage[] {
  const open = shown.find(({ path }) => pathname === `/dashboard/${path}`);
  if (open === undefined || open.isInner === true) return [];
  const first = open.within ?? open.path;
  const tabs = shown.filter(({ path, within }) => path === first || within === first);
  return tabs.length > 1 ? tabs : [];
}

/** Returns the pages of a wide screen's rail, and those behind its "Más". */
export function railOf(userType: UserType, shown: readonly DashboardPage[]): Menu {
  return menuOf(shown, railLength[userType]);
}

/** Returns the pages of a phone's foot, and those behind its "Más". */
export function footOf(shown: readonly DashboardPage[]): Menu {
  return menuOf(shown, footLength);
}

export interface Menu {
  pages: readonly DashboardPage[];
  beyond: readonly DashboardPage[];
}

function menuOf(shown: readonly DashboardPage[], length: number | undefined): Menu {
  const all = navigationPagesOf(shown);
  return length === undefined
    ? { pages: all, beyond: [] }
    : { pages: all.slice(0, length), beyond: all.slice(length) };
}

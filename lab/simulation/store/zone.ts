import type { Scope } from './scope.ts';

/**
 * The transaction of the code that runs now on a page. Dexie follows it through every promise; here a turn of
 * the event loop begins without one, and each answer of a disk restores that of the code that waits for it.
 */
export type Zone = {
  readonly scope: Scope | null;
  /** Transactions that only this code may use, while a step of several requests is under way. */
  readonly owns: readonly Scope[];
};

/** A page's database. */
type Page = object;

const outside: Zone = { scope: null, owns: [] };
let page: Page | null = null;
let current = outside;
const others = new Map<Page, Zone>();

export function zoneNow(of: Page): Zone {
  return page === of ? current : (others.get(of) ?? outside);
}

export function enterZone(of: Page, zone: Zone): void {
  if (page !== of) {
    if (page) others.set(page, current);
    page = of;
  }
  current = zone;
}

/** Before each turn of the event loop. */
export function leaveZones(): void {
  page = null;
  current = outside;
  if (others.size > 0) others.clear();
}

import type { SignInType } from '#src/contract/accounts/user-type.ts';
import { demoPaths, type DemoPerson } from '#src/domain/demo-facts.ts';

/** Owner of a tab: a demo person who signs in, or the customer, who has no account. */
export type DemoVisitor = keyof typeof demoPaths;

export const roleOf: Record<DemoPerson, SignInType> = {
  point: 'RECARGA',
  stall: 'ESTANTE',
  market: 'GLOBAL_MARKET',
  otherStall: 'ESTANTE',
  supplier: 'PROVEEDOR',
  admin: 'ADMIN',
};

/** First page of each person: where their step happens. */
export const startOf: Record<DemoPerson, string> = {
  point: '/dashboard/puntos-de-recarga/create',
  stall: '/dashboard/escanear',
  market: '/dashboard/home',
  otherStall: '/dashboard/home',
  supplier: '/dashboard/home',
  admin: '/dashboard/home',
};

export const stepsPath = '/demo';
/** Name of the steps tab, by which every other tab finds it. */
export const stepsTab = 'demo-pasos';

export function addressOf(visitor: DemoVisitor): string {
  return `${stepsPath}/${demoPaths[visitor]}`;
}

export function tabNameOf(visitor: DemoVisitor): string {
  return `demo-${demoPaths[visitor]}`;
}

/** Returns the person whose tab an address below /demo opens, or null. */
export function visitorAt(pathname: string): DemoVisitor | null {
  const found = Object.keys(demoPaths).find((visitor) => addressOf(visitor as DemoVisitor) === pathname);
  return (found as DemoVisitor | undefined) ?? null;
}

/**
 * Focuses the visitor's tab and loads its page when it is new or `isStale`. A browser
 * without tabs navigates in this one.
 */
export function goToTab(visitor: DemoVisitor, isStale: (place: Location) => boolean = () => false): void {
  const tab = window.open('', tabNameOf(visitor));
  if (tab === null) {
    location.assign(addressOf(visitor));
    return;
  }
  // A newly created tab is blank.
  if (tab.location.href === 'about:blank' || isStale(tab.location)) tab.location.replace(addressOf(visitor));
  tab.focus();
}

const tabKey = 'demo-tab';

/** Marks this tab as the visitor's; the mark survives reloads. */
export function keepVisitor(visitor: DemoVisitor): void {
  sessionStorage.setItem(tabKey, visitor);
}

/** Returns the visitor of this tab, or null when it was not opened from the steps. */
export function readVisitor(): DemoVisitor | null {
  const kept = sessionStorage.getItem(tabKey);
  return kept !== null && kept in demoPaths ? (kept as DemoVisitor) : null;
}

export function forgetVisitor(): void {
  sessionStorage.removeItem(tabKey);
}

import type { MouseEvent } from 'react';
import type { SignInType } from '#src/contract/accounts/user-type.ts';
import { demoPaths, type DemoPerson, demoSteps } from '#src/domain/demo-facts.ts';

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

/** The tab that each step opens. */
export const stepTabs = {
  point: 'point',
  stall: 'stall',
  customer: 'customer',
  noSignal: 'stall',
} as const satisfies Record<keyof typeof demoSteps, DemoVisitor>;
export type DemoStepName = keyof typeof stepTabs;

/** Queries of the addresses that do more than open a tab: they cut the stall's link, or go to the line to decide. */
export const goals = { noSignal: '?sin-senal', lines: '?pendientes' } as const;

export const linesPath = '/dashboard/pendientes';

export function addressOfStep(step: DemoStepName): string {
  return `${stepsPath}/${demoSteps[step]}`;
}

/** Returns the person whose tab an address below /demo opens, or null. */
export function visitorAt(pathname: string): DemoVisitor | null {
  const found = Object.keys(demoPaths).find((visitor) => addressOf(visitor as DemoVisitor) === pathname);
  return (found as DemoVisitor | undefined) ?? null;
}

/**
 * Focuses the tab of this name, and loads `address` in it when it is new or `isStale`. A browser without tabs
 * navigates in this one.
 */
export function goToTab(
  name: string,
  address: string,
  isStale: (place: Location) => boolean = () => false,
): void {
  const tab = window.open('', name);
  if (tab === null) {
    location.assign(address);
    return;
  }
  // A newly created tab is blank.
  if (tab.location.href === 'about:blank' || isStale(tab.location)) tab.location.replace(address);
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

/** Returns the handler of a link that opens a named tab. With a modifier key the person chooses where it opens. */
export function inTab(onOpen: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
}

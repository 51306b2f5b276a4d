import { type MouseEvent, useEffect, useState } from 'react';
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

/** A visitor's tab is open; `noSignal`: the stall's link has been cut in it. */
export type DemoMark = DemoVisitor | 'noSignal';

function isMark(name: string): name is DemoMark {
  return name in demoPaths || name === 'noSignal';
}

/** Tabs of one browser announce here which visitors are open. Nothing leaves the browser. */
const channelName = 'demo-tabs';
const question = 'who';

/**
 * Announces this mark of a tab now, and again whenever the steps page asks. Returns a function that stops it.
 */
export function reportOpen(mark: DemoMark): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === question) channel.postMessage(mark);
  });
  channel.postMessage(mark);
  return () => channel.close();
}

export type TabState = 'closed' | 'waiting' | 'opened';

const openedKey = 'demo-opened';

/**
 * Returns the state of each mark. A tab that was open once still counts as opened after a reload: its step is
 * done.
 */
export function useOpened(): { stateOf(mark: DemoMark): TabState; wait(mark: DemoMark): void } {
  const [states, setStates] = useState(readStates);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data: mark }) => {
      if (typeof mark !== 'string' || !isMark(mark)) return;
      sessionStorage.setItem(openedKey, [...new Set([...readOpened(), mark])].join(' '));
      setStates((before) => ({ ...before, [mark]: 'opened' }));
    });
    channel.postMessage(question);
    return () => channel.close();
  }, []);
  return {
    stateOf: (mark) => states[mark] ?? 'closed',
    wait: (mark) =>
      setStates((before) => (before[mark] === 'opened' ? before : { ...before, [mark]: 'waiting' })),
  };
}

function readOpened(): DemoMark[] {
  return (sessionStorage.getItem(openedKey) ?? '').split(' ').filter(isMark);
}

function readStates(): Partial<Record<DemoMark, TabState>> {
  return Object.fromEntries(readOpened().map((mark) => [mark, 'opened' as const]));
}

import { atom } from 'jotai';
import { store } from './store.ts';

/** A header has whole seconds and a slow line takes some: less than this is no wrong clock. */
const rightWithinMs = 120_000;

/** How far the server's clock is ahead of this device's, ms; 0 where they agree, or nothing was heard yet. */
const aheadAtom = atom(0);

/** `serverMs`: what the server's clock showed just now, ms since 1970; nothing is learned from what is no time. */
export function noteServerTime(serverMs: number): void {
  const ahead = serverMs - Date.now();
  const known = store.get(aheadAtom);
  // Kept while it still fits: screens do not change by the seconds that a line takes.
  if (Number.isNaN(ahead) || Math.abs(ahead - known) < rightWithinMs) return;
  store.set(aheadAtom, Math.abs(ahead) < rightWithinMs ? 0 : ahead);
}

/** Now by the server's clock, as far as it is known, ms since 1970: which day it is, is the market's word. */
export function serverNow(): number {
  return Date.now() + store.get(aheadAtom);
}

export function clockAheadMs(): number {
  return store.get(aheadAtom);
}

/** Calls `listener` when the device's clock turns out to be wrong, or was put right, until the returned function is called. */
export function onClockChange(listener: () => void): () => void {
  return store.sub(aheadAtom, listener);
}

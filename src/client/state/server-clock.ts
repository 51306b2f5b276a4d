/** A header has whole seconds and a slow line takes some: less than this is no wrong clock. */
const rightWithinMs = 120_000;

/** The server's clock minus this device's, ms; 0 before the first answer. */
let aheadMs = 0;
/** The one page that shows it. */
let listener: (() => void) | undefined;

/** `serverMs`: what the server's clock showed just now, ms since 1970; what is no time teaches nothing. */
export function noteServerTime(serverMs: number): void {
  const heardMs = serverMs - Date.now();
  // Kept while it still fits: screens do not change by the seconds that a line takes. NaN compares as false.
  if (!(Math.abs(heardMs - aheadMs) >= rightWithinMs)) return;
  aheadMs = Math.abs(heardMs) < rightWithinMs ? 0 : heardMs;
  listener?.();
}

/** Now by the server's clock, as far as it is known, ms since 1970: which day it is, is the market's word. */
export const serverNow = (): number => Date.now() + aheadMs;

export const clockAheadMs = (): number => aheadMs;

/** Calls `next` when the device's clock turns out to be wrong, or was put right, until the returned function is called. */
export function onClockChange(next: () => void): () => void {
  listener = next;
  return () => (listener = undefined);
}

/**
 * A header has a resolution of a second and a slow line adds some, so a difference below this is not a wrong
 * clock.
 */
const rightWithinMs = 120_000;

/** The server's clock minus this device's, ms; 0 before the first answer. */
let aheadMs = 0;
/** The page that shows it; there is only one. */
let listener: (() => void) | undefined;

/** Notes the server's time, ms since 1970, at the moment of an answer. An invalid time is ignored. */
export function noteServerTime(serverMs: number): void {
  const heardMs = serverMs - Date.now();
  // Kept while it still fits, so that screens do not change with the latency of the line. NaN compares as
  // false.
  if (!(Math.abs(heardMs - aheadMs) >= rightWithinMs)) return;
  aheadMs = Math.abs(heardMs) < rightWithinMs ? 0 : heardMs;
  listener?.();
}

/**
 * Returns the server's time as far as it is known, ms since 1970. Days follow the market's clock, not the
 * device's.
 */
export const serverNow = (): number => Date.now() + aheadMs;

export const clockAheadMs = (): number => aheadMs;

/**
 * Calls `next` when the device's clock turns out to be wrong or was corrected, until the returned function is
 * called.
 */
export function onClockChange(next: () => void): () => void {
  listener = next;
  return () => (listener = undefined);
}

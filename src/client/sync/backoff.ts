const baseMs = 2_000;
const capMs = 5 * 60_000;

/**
 * Wait before attempt number `attempts` + 1, ms: exponential with full jitter between 2 s and 5 min, so that the stalls of
 * a market do not all come back in the same instant. `retryAfterMs`: what the server asked for is never undercut.
 */
export function backoffMs(attempts: number, random: number, retryAfterMs: number | undefined): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(attempts, 20));
  const jittered = baseMs + random * (ceiling - baseMs);
  return Math.max(retryAfterMs ?? 0, Math.round(jittered));
}

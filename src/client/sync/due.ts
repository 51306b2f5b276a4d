import type { OperationStatus } from '#src/client/local/db/operation.ts';

/** Retry-After is capped at an hour (api/send-request). */
const longestWaitMs = 3_600_000;

/**
 * Returns the time until an undecided operation is queried again, ms: a top-up may come at any moment, a
 * person takes long.
 */
export function askAgainMs(state: OperationStatus['state']): number {
  return state === 'waiting-top-up' ? 60_000 : 10 * 60_000;
}

/** A clock that was set back must not delay money for years: no wait exceeds the longest backoff. */
export function isDue({ nextAttemptAt }: Pick<OperationStatus, 'nextAttemptAt'>, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt - now > longestWaitMs;
}

const baseMs = 2_000;
const capMs = 5 * 60_000;

/**
 * Returns the wait before attempt number `attempts` + 1, ms: exponential with full jitter between 2 s and 5
 * min, so that a market's stalls do not all return at once. `retryAfterMs`: the server's request is a lower
 * bound.
 */
export function backoffMs(attempts: number, random: number, retryAfterMs: number | undefined): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(attempts, 20));
  const jittered = baseMs + random * (ceiling - baseMs);
  return Math.max(retryAfterMs ?? 0, Math.round(jittered));
}

import type { Fate } from '#src/client/local/operation.ts';

/** Retry-After is cut at an hour (api/send-request). */
const longestWaitMs = 3_600_000;

/** What a person decides on the server is asked for again after this time, ms. */
export const askAgainMs = 10 * 60_000;

/** A clock that was set back must not hold money for years: no wait is longer than the longest backoff. */
export function isDue({ nextAttemptAt }: Pick<Fate, 'nextAttemptAt'>, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt - now > longestWaitMs;
}

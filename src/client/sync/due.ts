import type { Fate } from '#src/client/local/operation.ts';

/** Retry-After is cut at an hour (api/send-request). */
const longestWaitMs = 3_600_000;

/** After this time the server is asked again about what it has not decided, ms: a top-up comes any moment, a person takes long. */
export function askAgainMs(state: Fate['state']): number {
  return state === 'waiting-top-up' ? 60_000 : 10 * 60_000;
}

/** A clock that was set back must not hold money for years: no wait is longer than the longest backoff. */
export function isDue({ nextAttemptAt }: Pick<Fate, 'nextAttemptAt'>, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt - now > longestWaitMs;
}

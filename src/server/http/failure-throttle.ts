/**
 * Number of wrong tries that are free within `seconds`. Each further one costs a wait that doubles, up to
 * `seconds`.
 */
export type FailureQuota = { points: number; seconds: number };

/** Wait after the first wrong try that is not free. */
const firstWaitMs = 5_000;
/** Maximum number of remembered keys; the least recently used is dropped first. */
const mostKeys = 50_000;

export type Verdict = 'right' | 'wrong' | 'not-judged';
export type Try = { waitMs: number } | { waitMs: 0; end(outcome: Verdict): void };

/**
 * Counts wrong tries. Each try reserves its place before it is judged and releases it if it was not wrong, so
 * that simultaneous tries count like consecutive ones. Each process has its own memory.
 */
export type FailureThrottle = {
  /** Begins a try, which the caller must end exactly once, or returns the wait until the next one. */
  begin(key: string): Try;
};

type Count = { wrong: number; underWay: number; opensAt: number; forgetAt: number };

export function createFailureThrottle(
  quota: FailureQuota,
  nowMs: () => number = () => performance.now(),
): FailureThrottle {
  const counts = new Map<string, Count>();
  const longestMs = quota.seconds * 1000;

  function countOf(key: string): Count {
    const known = counts.get(key);
    const isOver = !known || (known.underWay === 0 && known.forgetAt <= nowMs());
    const count = isOver ? { wrong: 0, underWay: 0, opensAt: 0, forgetAt: nowMs() + longestMs } : known;
    // Set again, so that the map is ordered by last use.
    counts.delete(key);
    counts.set(key, count);
    const oldest = counts.keys().next().value;
    if (counts.size > mostKeys && oldest !== undefined) counts.delete(oldest);
    return count;
  }

  function end(key: string, count: Count, outcome: Verdict): void {
    count.underWay -= 1;
    if (outcome === 'right') count.wrong = 0;
    if (outcome === 'wrong') {
      count.wrong += 1;
      const beyond = count.wrong - quota.points;
      const waitMs = beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestMs);
      count.opensAt = nowMs() + waitMs;
      count.forgetAt = count.opensAt + longestMs;
    }
    if (count.wrong === 0 && count.underWay === 0) counts.delete(key);
  }

  return {
    begin: (key) => {
      const count = countOf(key);
      const waitMs = Math.max(0, count.opensAt - nowMs());
      if (waitMs > 0) return { waitMs };
      // After the free tries, each is judged before the next may begin.
      if (count.underWay >= Math.max(1, quota.points - count.wrong)) return { waitMs: 1_000 };
      count.underWay += 1;
      return { waitMs: 0, end: (outcome) => end(key, count, outcome) };
    },
  };
}

/** Remembers keys that were right before, up to `most`; the least recently used is dropped first. */
export function createKnownKeys(most = mostKeys): { has(key: string): boolean; add(key: string): void } {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      const oldest = keys.keys().next().value;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}

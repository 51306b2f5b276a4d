/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs `connections` loops of `once` for `seconds`; returns finished calls per second. */
export async function ratePerSecond(
  connections: number,
  seconds: number,
  once: (connection: number) => Promise<void>,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  let finished = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < until) {
        await once(connection);
        finished += 1;
      }
    }),
  );
  return (finished / (performance.now() - startedAt)) * 1000;
}

/** "1,234" */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Returns the value that `percent` of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

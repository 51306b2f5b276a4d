import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRepeating } from '#src/server/run/repeating.ts';

let runs: { end: () => void; fail: (error: Error) => void }[];
let failures: unknown[];
let stop: (() => Promise<void>) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  [runs, failures] = [[], []];
  const sweep = () => new Promise<void>((resolve, reject) => runs.push({ end: resolve, fail: reject }));
  stop = startRepeating(sweep, (error) => failures.push(error), 60_000);
});
afterEach(() => vi.useRealTimers());

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('repeated work', () => {
  it('runs at the start and every minute, never twice at once', async () => {
    expect(runs).toHaveLength(1);
    await after(180_000);
    expect(runs, 'the first one is still under way').toHaveLength(1);
    runs[0]?.end();
    await after(59_999);
    expect(runs).toHaveLength(1);
    await after(1);
    expect(runs).toHaveLength(2);
  });

  it('runs again after a failure, which is reported', async () => {
    runs[0]?.fail(new Error('no database'));
    await after(60_000);
    expect([failures, runs.length]).toEqual([[new Error('no database')], 2]);
  });

  it('ends when stopped, after the current run', async () => {
    let isStopped = false;
    const stopping = stop?.().then(() => (isStopped = true));
    await after(120_000);
    expect([isStopped, runs.length]).toEqual([false, 1]);
    runs[0]?.end();
    await stopping;
    await after(120_000);
    expect([isStopped, runs.length]).toEqual([true, 1]);
  });
});

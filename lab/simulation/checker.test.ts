import '#tests/support/browser/browser-globals.ts';
import { expect, it } from 'vitest';
import { runSchedule } from './run-schedule.ts';

it('the simulator repeats a run for the same seed', async () => {
  for (const seed of [3, 14, 159, 2653]) {
    const [first, second] = [await runSchedule(seed, new Map()), await runSchedule(seed, new Map())];
    expect(first.history.length).toBeGreaterThan(10);
    expect(second.trace).toBe(first.trace);
  }
});

import { describe, expect, it } from 'vitest';
import { findBug } from '#lab/simulation/bugs/find-bug.ts';
import { plantedBugs } from '#lab/simulation/bugs/planted-bugs.ts';
import { runSchedule } from './run-schedule.ts';

/** From each side, one that the first seeds show; some of the others need hundreds. */
const quick = new Set([
  'the server does not remember what it answered',
  'another voucher pays',
  'ids are made when sending',
  'given up after three attempts',
  'what is recorded has the time of its own process',
  'the list of changes misses a commit',
  'the till pays twice for an undone top-up',
]);
const sample = plantedBugs.filter(({ name }) => quick.has(name));

describe('the simulator', () => {
  it('repeats a run for the same seed', async () => {
    for (const seed of [3, 14, 159, 2653]) {
      const [first, second] = [await runSchedule(seed, new Map()), await runSchedule(seed, new Map())];
      expect(first.history.length).toBeGreaterThan(10);
      expect(second.trace).toBe(first.trace);
    }
  });

  it('has many bugs to plant, each once', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(75);
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    expect(sample).toHaveLength(quick.size);
  });

  // For all of them, with the seeds that show them: npm run simulate:bugs.
  it.each(sample)('finds a program where $name', async (bug) => {
    expect(await findBug(bug, 1_000)).not.toBeNull();
  });
});

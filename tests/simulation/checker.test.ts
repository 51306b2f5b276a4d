import { describe, expect, it } from 'vitest';
import { findBug } from './find-bug.ts';
import { keptSeeds } from './kept-seeds.ts';
import { plantedBugs } from './planted-bugs.ts';
import { runSchedule } from './run-schedule.ts';

const sample = plantedBugs.filter((_, index) => index % 9 === 0);

describe('the simulator', () => {
  it('does the same again for the same seed', async () => {
    for (const seed of [3, 14, 159, 2653]) {
      const [first, second] = [await runSchedule(seed, new Map()), await runSchedule(seed, new Map())];
      expect(first.history.length).toBeGreaterThan(10);
      expect(second.trace).toBe(first.trace);
    }
  });

  it.each(keptSeeds)('is clean where it once found: $fault', async ({ seed }) => {
    expect((await runSchedule(seed, new Map())).violations).toEqual([]);
  });

  it('knows at least 25 bugs to plant', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25);
  });

  // All of them, with the seeds that show them: npm run simulate:bugs.
  it.each(sample)('finds a program where $name', async (bug) => {
    expect(await findBug(bug, 1_000)).not.toBeNull();
  });
});

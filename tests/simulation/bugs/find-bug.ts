import '#tests/support/browser/browser-globals.ts';
import { runSchedule } from '#tests/simulation/run-schedule.ts';
import type { PlantedBug } from './plants.ts';

export type Finding = { seed: number; violation: string };

/** The first seed whose run shows the planted bug and is clean without it; null: none of the first `runs`. */
export async function findBug({ plants }: PlantedBug, runs: number): Promise<Finding | null> {
  for (let seed = 1; seed <= runs; seed += 1) {
    const { violations } = await runSchedule(seed, new Map(), plants);
    const violation = violations[0];
    if (violation === undefined) continue;
    const clean = await runSchedule(seed, new Map());
    if (clean.violations.length === 0) return { seed, violation: violation.split('\n')[0] ?? violation };
  }
  return null;
}

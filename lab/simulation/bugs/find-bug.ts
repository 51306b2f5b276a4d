import '#tests/support/browser/browser-globals.ts';
import { runSchedule } from '#lab/simulation/run-schedule.ts';
import type { PlantedBug, Plants } from './plants.ts';

export type Finding = { seed: number; violation: string };

/**
 * Returns the first seed whose run shows the planted bug and is clean without it; null for none of the first
 * `runs`.
 */
export async function findBug({ plants }: PlantedBug, runs: number): Promise<Finding | null> {
  for (let seed = 1; seed <= runs; seed += 1) {
    const violation = await firstViolation(seed, plants);
    if (violation === null) continue;
    const { focus } = plants;
    if ((await firstViolation(seed, focus && { focus })) === null)
      return { seed, violation: violation.split('\n')[0] ?? violation };
  }
  return null;
}

/** An error of the ledger itself ends the run and counts as detection. */
async function firstViolation(seed: number, plants?: Plants): Promise<string | null> {
  try {
    const { violations } = await runSchedule(seed, new Map(), plants);
    return violations[0] ?? null;
  } catch (error) {
    return `ended: ${error instanceof Error ? error.message : String(error)}`;
  }
}

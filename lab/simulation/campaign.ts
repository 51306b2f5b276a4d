import '#tests/support/browser/browser-globals.ts';
import { rareStates, type RareCounts, type RareState } from './rare-states.ts';
import { runSchedule } from './run-schedule.ts';

export type Campaign = {
  runs: number;
  violations: { seed: number; found: string[] }[];
  rare: RareCounts;
  /** worst overspend of a voucher in any run, as a part of its bound */
  worstOverspend: number;
  /** the most that a liar gained in any run, as a part of its bound */
  worstGain: number;
};

/** Runs the schedules of `runs` seeds from `seed` on. `onRun` hears of each, with what it violated. */
export async function runCampaign(
  seed: number,
  runs: number,
  onRun: (done: number, found: readonly string[]) => void = () => undefined,
): Promise<Campaign> {
  const campaign: Campaign = { runs, violations: [], rare: new Map(), worstOverspend: 0, worstGain: 0 };
  for (let done = 0; done < runs; done += 1) {
    const result = await runSchedule(seed + done, campaign.rare);
    if (result.violations.length > 0)
      campaign.violations.push({ seed: seed + done, found: result.violations });
    campaign.worstOverspend = Math.max(campaign.worstOverspend, result.worstOverspend);
    campaign.worstGain = Math.max(campaign.worstGain, result.worstGain);
    onRun(done + 1, result.violations);
  }
  return campaign;
}

/** Rare states that a campaign never met: it proves nothing about them. */
export function neverReached({ rare }: Campaign): RareState[] {
  return rareStates.filter((state) => !rare.has(state));
}

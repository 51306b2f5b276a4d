import '#tests/support/browser/browser-globals.ts';
import { rareStates, type RareCounts, type RareState } from './rare-states.ts';
import { runSchedule } from './run-schedule.ts';

export type Campaign = {
  runs: number;
  violations: { seed: number; found: string[] }[];
  rare: RareCounts;
  /** Worst overspend of a voucher in any run, as a fraction of its bound. */
  worstOverspend: number;
  /** Highest gain of a dishonest device in any run, as a fraction of its bound. */
  worstGain: number;
};

/** Runs the schedules of `runs` seeds from `seed` on. `onRun` receives each with its violations. */
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

/** Rare states that a campaign never reached, about which it proves nothing. */
export function neverReached({ rare }: Campaign): RareState[] {
  return rareStates.filter((state) => !rare.has(state));
}

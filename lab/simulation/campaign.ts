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
  /** Seconds of the processor. */
  cpuSeconds: number;
};

/** Receives each seed with its violations. */
export type OnRun = (done: number, seed: number, found: readonly string[]) => void;

/** Runs the schedules of `runs` seeds from `seed` on. */
export async function runCampaign(seed: number, runs: number, onRun?: OnRun): Promise<Campaign> {
  const campaign = emptyCampaign(runs);
  const before = process.cpuUsage();
  for (let done = 0; done < runs; done += 1) {
    const own = seed + done;
    const result = await runSchedule(own, campaign.rare);
    if (result.violations.length > 0) campaign.violations.push({ seed: own, found: result.violations });
    campaign.worstOverspend = Math.max(campaign.worstOverspend, result.worstOverspend);
    campaign.worstGain = Math.max(campaign.worstGain, result.worstGain);
    onRun?.(done + 1, own, result.violations);
  }
  const { user, system } = process.cpuUsage(before);
  campaign.cpuSeconds = (user + system) / 1_000_000;
  return campaign;
}

/** Rare states that a campaign never reached, about which it proves nothing. */
export function neverReached({ rare }: Campaign): RareState[] {
  return rareStates.filter((state) => !rare.has(state));
}

export function emptyCampaign(runs: number): Campaign {
  return { runs, violations: [], rare: new Map(), worstOverspend: 0, worstGain: 0, cpuSeconds: 0 };
}

/** The sum of two campaigns. */
export function addCampaigns(one: Campaign, other: Campaign): Campaign {
  const rare: RareCounts = new Map(one.rare);
  for (const [state, count] of other.rare) rare.set(state, (rare.get(state) ?? 0) + count);
  return {
    runs: one.runs + other.runs,
    violations: [...one.violations, ...other.violations],
    rare,
    worstOverspend: Math.max(one.worstOverspend, other.worstOverspend),
    worstGain: Math.max(one.worstGain, other.worstGain),
    cpuSeconds: one.cpuSeconds + other.cpuSeconds,
  };
}

/** Findings of a campaign of seeds from `seed` on, for a person and for the page of evidence. */
export function reportLines(campaign: Campaign, seed: number): string[] {
  const { runs, rare, violations, worstOverspend, worstGain, cpuSeconds } = campaign;
  return [
    `${runs} runs from seed ${seed}, ${(runs / cpuSeconds).toFixed(1)} market days for each CPU second`,
    `worst overspend of a voucher: ${(worstOverspend * 100).toFixed(0)} % of its bound`,
    `most that a liar gained: ${(worstGain * 100).toFixed(0)} % of its bound`,
    ...rareStates.map((state) => `${String(rare.get(state) ?? 0).padStart(8)}  ${state}`),
    `${violations.length} seeds with violations, ${neverReached(campaign).length} rare states never reached`,
  ];
}

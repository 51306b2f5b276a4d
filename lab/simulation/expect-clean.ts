import { expect } from 'vitest';
import { neverReached, runCampaign } from '#lab/simulation/campaign.ts';
import { rareStates } from '#lab/simulation/rare-states.ts';

/**
 * No violation, most rare states reached, and no overspend beyond the formula. A campaign of 3,000 reaches
 * every rare state; one this short misses a third, which `npm run simulate` and `npm run campaign` do not
 * forgive.
 */
export async function expectCleanCampaign(seed: number, runs: number): Promise<void> {
  const campaign = await runCampaign(seed, runs);
  expect(campaign.violations).toEqual([]);
  expect(neverReached(campaign).length).toBeLessThanOrEqual(rareStates.length / 3);
  expect(campaign.worstOverspend).toBeGreaterThan(0);
  expect(campaign.worstOverspend).toBeLessThanOrEqual(1);
  expect(campaign.worstGain).toBeLessThanOrEqual(1);
}

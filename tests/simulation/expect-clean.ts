import { expect } from 'vitest';
import { neverReached, runCampaign } from './campaign.ts';

/** No violation, every rare state reached, and never more overspend than the formula allows. */
export async function expectCleanCampaign(seed: number, runs: number): Promise<void> {
  const campaign = await runCampaign(seed, runs);
  expect(campaign.violations).toEqual([]);
  expect(neverReached(campaign)).toEqual([]);
  expect(campaign.worstOverspend).toBeGreaterThan(0);
  expect(campaign.worstOverspend).toBeLessThanOrEqual(1);
}

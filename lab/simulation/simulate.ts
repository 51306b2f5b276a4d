import { parseArgs } from 'node:util';
import { neverReached, runCampaign } from './campaign.ts';
import { rareStates } from './rare-states.ts';

/**
 * npm run simulate -- --runs 100000 --seed 1: any number of simulated market days, one seed each. Ends with 1
 * when an invariant was violated or a rare state never reached.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error('--runs and --seed are whole numbers');
  process.exit(2);
}

const startedAt = performance.now();
const campaign = await runCampaign(seed, runs, (done, found) => {
  if (done % 1_000 === 0) console.log(`${done} of ${runs}`);
  if (found.length > 0) console.log(`seed ${seed + done - 1}:\n  ${found.slice(0, 5).join('\n  ')}`);
});
const seconds = (performance.now() - startedAt) / 1_000;
console.log(`${runs} runs from seed ${seed}, ${(runs / seconds).toFixed(1)} a second`);
console.log(`worst overspend of a voucher: ${(campaign.worstOverspend * 100).toFixed(0)} % of its bound`);
console.log(`most that a liar gained: ${(campaign.worstGain * 100).toFixed(0)} % of its bound`);
for (const state of rareStates) console.log(`${String(campaign.rare.get(state) ?? 0).padStart(8)}  ${state}`);
const missed = neverReached(campaign);
console.log(
  `${campaign.violations.length} seeds with violations, ${missed.length} rare states never reached`,
);
process.exitCode = campaign.violations.length > 0 || missed.length > 0 ? 1 : 0;

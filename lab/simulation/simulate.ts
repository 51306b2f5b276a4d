import { renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { neverReached, reportLines, runCampaign } from './campaign.ts';

/**
 * npm run simulate -- --runs 100000 --seed 1: any number of simulated market days, one seed each. Ends with 1
 * when an invariant was violated or a rare state never reached. `--first` ends at the first violation. `--file` gets
 * the result in place of the report.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'boolean', default: false },
    file: { type: 'string' },
  },
});
const { file } = values;
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error('--runs and --seed are whole numbers');
  process.exit(2);
}

const campaign = await runCampaign(seed, runs, (done, own, found) => {
  if (done % 1_000 === 0) console.log(`${done} of ${runs} from seed ${seed} on`);
  if (found.length > 0) console.log(`seed ${own}:\n  ${found.slice(0, 5).join('\n  ')}`);
  if (found.length > 0 && values.first) process.exit(1);
});
if (file) {
  // An interrupted run leaves no file of this name.
  writeFileSync(`${file}.part`, JSON.stringify({ ...campaign, rare: [...campaign.rare] }));
  renameSync(`${file}.part`, file);
} else {
  for (const line of reportLines(campaign, seed)) console.log(line);
  process.exitCode = campaign.violations.length > 0 || neverReached(campaign).length > 0 ? 1 : 0;
}

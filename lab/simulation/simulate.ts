import { parseArgs } from 'node:util';
import { playBlock } from './blocks.ts';
import { neverReached, reportLines } from './campaign.ts';

/**
 * npm run simulate -- --runs 100000 --seed 1: any number of simulated market days, one seed each. Ends with 1
 * when an invariant was violated or a rare state never reached. `--first` ends at the first violation.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error('--runs and --seed are whole numbers');
  process.exit(2);
}

const block = await playBlock({ runs, seed }, (done, own, found) => {
  if (done % 1_000 === 0) console.log(`${done} of ${runs}`);
  if (found.length > 0) console.log(`seed ${own}:\n  ${found.slice(0, 5).join('\n  ')}`);
  if (found.length > 0 && values.first) process.exit(1);
});
for (const line of reportLines(block, seed, block.cpuSeconds)) console.log(line);
process.exitCode = block.violations.length > 0 || neverReached(block).length > 0 ? 1 : 0;

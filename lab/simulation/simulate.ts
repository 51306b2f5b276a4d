import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { neverReached, reportLines, runCampaign } from './campaign.ts';
import { createDexieDisk } from './machine/dexie-disk.ts';
import { createMemoryDisk } from './store/memory-disk.ts';

/**
 * npm run simulate -- --runs 100000 --seed 1: any number of simulated market days, one seed each. Ends with 1
 * when an invariant was violated or a rare state never reached. `--disk dexie`: over the product's own
 * databases, several times as slow. `--seed 19 --every 24`: weeks without a link, by letters alone. `--out`: writes the result as JSON and leaves its judgement to the reader.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    disk: { type: 'string', default: 'memory' },
    out: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const { disk, out } = values;
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error('--runs and --seed are whole numbers');
  process.exit(2);
}

const before = process.cpuUsage();
const campaign = await runCampaign(seed, runs, {
  onRun: (done, own, found) => {
    if (done % 1_000 === 0) console.log(`${done} of ${runs}`);
    if (found.length > 0) console.log(`seed ${own}:\n  ${found.slice(0, 5).join('\n  ')}`);
  },
  createDisk: disk === 'dexie' ? createDexieDisk : createMemoryDisk,
  every: Number(values.every),
});
const { user, system } = process.cpuUsage(before);
const cpuSeconds = (user + system) / 1_000_000;
if (out === undefined) {
  for (const line of reportLines(campaign, seed, cpuSeconds)) console.log(line);
  process.exitCode = campaign.violations.length > 0 || neverReached(campaign).length > 0 ? 1 : 0;
} else {
  writeFileSync(out, JSON.stringify({ ...campaign, rare: [...campaign.rare], cpuSeconds }));
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * npm run simulate:speed -- --runs 200 --rounds 3: market days for each CPU second over the disk in memory and
 * over Dexie with fake-indexeddb, the same seeds in turns, so that a busy machine slows both down.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});

mkdirSync('.cache', { recursive: true });
const sides = ['memory', 'dexie'] as const;
const best = { memory: 0, dexie: 0 };
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const side of sides) {
    const perSecond = measure(side);
    console.log(`${side}: ${perSecond.toFixed(1)} market days for each CPU second`);
    best[side] = Math.max(best[side], perSecond);
  }
console.log(`best of each: memory ${(best.memory / best.dexie).toFixed(2)} times as many as dexie`);

function measure(side: (typeof sides)[number]): number {
  const command = ['tsx', '--single-threaded', '--max-semi-space-size=64', 'lab/simulation/simulate.ts'];
  const options = [
    '--runs',
    values.runs,
    '--seed',
    values.seed,
    '--disk',
    side,
    '--out',
    `.cache/${side}.json`,
  ];
  execFileSync('npx', [...command, ...options]);
  const { cpuSeconds } = JSON.parse(readFileSync(`.cache/${side}.json`, 'utf8')) as { cpuSeconds: number };
  return Number(values.runs) / cpuSeconds;
}

import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBlock } from './blocks.ts';
import { compile, play } from './compile/compile.ts';

/**
 * npm run simulate:speed -- --runs 500 --rounds 3: market days for each CPU second over the disk in memory and
 * over Dexie with fake-indexeddb, the same seeds in turns, so that a busy machine slows both down.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});

mkdirSync('.cache', { recursive: true });
const program = await compile('lab/simulation/simulate.ts');
const sides = ['memory', 'dexie'] as const;
const measured: Record<(typeof sides)[number], number[]> = { memory: [], dexie: [] };
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const side of sides) {
    const perSecond = await measure(side);
    console.log(`${side}: ${perSecond.toFixed(1)} market days for each CPU second`);
    measured[side].push(perSecond);
  }
const timesBy = (pick: (...all: number[]) => number): string =>
  (pick(...measured.memory) / pick(...measured.dexie)).toFixed(2);
console.log(`memory plays ${timesBy(Math.max)} times as many as dexie, best of each`);
console.log(`memory plays ${timesBy(Math.min)} times as many as dexie, worst of each`);

async function measure(side: (typeof sides)[number]): Promise<number> {
  const out = `.cache/${side}.json`;
  const seeds = ['--runs', values.runs, '--seed', values.seed];
  const code = await play(program, [...seeds, '--disk', side, '--out', out]);
  if (code !== 0) throw new Error(`the ${side} side ended with ${code}`);
  return Number(values.runs) / readBlock(out).cpuSeconds;
}

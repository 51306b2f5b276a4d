import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runCommand } from '#scripts/run-command.ts';
import { addCampaigns, emptyCampaign, neverReached, reportLines, type Campaign } from './campaign.ts';
import type { RareState } from './rare-states.ts';

/**
 * npm run simulate:night -- --runs 100000 --seed 1: a night of market days over every core, in blocks of
 * seeds. Each finished block is a file in `.cache/night`, so an interrupted night goes on where it was, on the
 * same committed code. `--cores`: fewer of them; `--minutes`: begins no block after that time, and reports the blocks
 * that it has.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    cores: { type: 'string', default: String(availableParallelism()) },
    minutes: { type: 'string', default: '720' },
  },
});
const [runs, first, cores, minutes] = [
  Number(values.runs),
  Number(values.seed),
  Number(values.cores),
  Number(values.minutes),
];
if (![runs, first, cores, minutes].every(Number.isInteger)) {
  console.error('--runs, --seed, --cores and --minutes are whole numbers');
  process.exit(2);
}

/** A process that starts plays its first hundred days at half the speed. */
const blockRuns = Math.min(2_000, Math.ceil(runs / cores));
const folder = '.cache/night';
mkdirSync(folder, { recursive: true });
const trees = execFileSync('git', ['rev-parse', 'HEAD:src', 'HEAD:lab'], { encoding: 'utf8' });
const code = trees.replaceAll(/(\w{8})\w*\s/g, '$1-');
const endsAt = performance.now() + minutes * 60_000;

const blocks: { seed: number; count: number; file: string }[] = [];
for (let done = 0; done < runs; done += blockRuns) {
  const [seed, count] = [first + done, Math.min(blockRuns, runs - done)];
  blocks.push({ seed, count, file: `${folder}/${code}${seed}-${count}.json` });
}
const waiting = blocks.filter(({ file }) => !existsSync(file));
console.log(`${blocks.length - waiting.length} of ${blocks.length} blocks are there already`);
await Promise.all(Array.from({ length: cores }, play));

let total = emptyCampaign(0);
for (const { file } of blocks.filter((block) => existsSync(block.file)))
  total = addCampaigns(total, read(file));
for (const { seed, found } of total.violations)
  console.log(`seed ${seed}:\n  ${found.slice(0, 5).join('\n  ')}`);
for (const line of reportLines(total, first)) console.log(line);
process.exitCode = total.violations.length > 0 || neverReached(total).length > 0 ? 1 : 0;

/** One process after the other. */
async function play(): Promise<void> {
  for (let block = waiting.shift(); block; block = waiting.shift()) {
    if (performance.now() > endsAt) return;
    const { seed, count, file } = block;
    const days = ['--runs', String(count), '--seed', String(seed), '--file', file];
    await runCommand('npm', ['run', '--silent', 'simulate', '--', ...days]);
  }
}

function read(file: string): Campaign {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Omit<Campaign, 'rare'> & {
    rare: [RareState, number][];
  };
  return { ...stored, rare: new Map(stored.rare) };
}

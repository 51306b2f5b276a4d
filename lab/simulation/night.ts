import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { addCampaigns, emptyCampaign, neverReached, reportLines, type Campaign } from './campaign.ts';
import type { RareState } from './rare-states.ts';

/**
 * npm run simulate:night -- --runs 100000 --seed 1: a night of market days over every core, in blocks of
 * seeds. Each finished block is a file in `.cache/night`, so an interrupted night goes on where it was, on the
 * same commit. `--cores`: fewer of them; `--minutes`: begins no block after that time, and reports the blocks
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
const [runs, first, cores, minutes] = [values.runs, values.seed, values.cores, values.minutes].map(Number);
if (![runs, first, cores, minutes].every(Number.isInteger)) {
  console.error('--runs, --seed, --cores and --minutes are whole numbers');
  process.exit(2);
}

const blockRuns = 500;
const folder = '.cache/night';
mkdirSync(folder, { recursive: true });
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const endsAt = performance.now() + Number(minutes) * 60_000;

type Block = { seed: number; runs: number; file: string };
const blocks: Block[] = [];
for (let done = 0; done < Number(runs); done += blockRuns) {
  const block = { seed: Number(first) + done, runs: Math.min(blockRuns, Number(runs) - done) };
  blocks.push({ ...block, file: `${folder}/${commit}-${block.seed}-${block.runs}.json` });
}

const waiting = blocks.filter(({ file }) => !existsSync(file));
console.log(`${blocks.length - waiting.length} of ${blocks.length} blocks are there already`);
await Promise.all(Array.from({ length: Number(cores) }, work));

let total = emptyCampaign(0);
let cpuSeconds = 0;
for (const { file } of blocks) {
  if (!existsSync(file)) continue;
  const block = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  total = addCampaigns(total, { ...block, rare: new Map(block.rare) });
  cpuSeconds += block.cpuSeconds;
}
for (const { seed, found } of total.violations)
  console.log(`seed ${seed}:\n  ${found.slice(0, 5).join('\n  ')}`);
for (const line of reportLines(total, Number(first), cpuSeconds)) console.log(line);
process.exitCode = total.violations.length > 0 || neverReached(total).length > 0 ? 1 : 0;

type Stored = Omit<Campaign, 'rare'> & { rare: [RareState, number][]; cpuSeconds: number };

async function work(): Promise<void> {
  for (let block = waiting.shift(); block && performance.now() < endsAt; block = waiting.shift()) {
    await play(block);
    console.log(`${block.runs} runs from seed ${block.seed} on are done`);
  }
}

/** A block that is cut off leaves no file of its name. */
function play({ seed, runs: count, file }: Block): Promise<void> {
  const part = `${file}.part`;
  const command = ['tsx', '--single-threaded', '--max-semi-space-size=64', 'lab/simulation/simulate.ts'];
  const options = ['--runs', String(count), '--seed', String(seed), '--out', part];
  return new Promise((resolve, reject) => {
    const child = spawn('npx', [...command, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0) return reject(new Error(`the block from seed ${seed} on ended with ${code}`));
      renameSync(part, file);
      resolve();
    });
  });
}

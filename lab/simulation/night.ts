import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readBlock, type Block } from './blocks.ts';
import { addCampaigns, emptyCampaign, neverReached, reportLines } from './campaign.ts';

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
const [runs, first, cores, minutes] = [values.runs, values.seed, values.cores, values.minutes].map(Number);
if (![runs, first, cores, minutes].every(Number.isInteger)) {
  console.error('--runs, --seed, --cores and --minutes are whole numbers');
  process.exit(2);
}

/** All work on one thread, as its seconds are counted, and a young generation that holds some days. */
const nodeFlags = ['--single-threaded', '--max-semi-space-size=64'];
const blockRuns = 500;
const folder = '.cache/night';
mkdirSync(folder, { recursive: true });
const trees = execFileSync('git', ['rev-parse', 'HEAD:src', 'HEAD:lab'], { encoding: 'utf8' });
const code = trees
  .trim()
  .split('\n')
  .map((tree) => tree.slice(0, 8))
  .join('-');
const endsAt = performance.now() + Number(minutes) * 60_000;

const blocks: Block[] = [];
for (let done = 0; done < Number(runs); done += blockRuns) {
  const block = { seed: Number(first) + done, runs: Math.min(blockRuns, Number(runs) - done) };
  const file = `${folder}/${code}-${block.seed}-${block.runs}.json`;
  blocks.push({ ...block, file });
}

const waiting = blocks.filter(({ file }) => !existsSync(file));
console.log(`${blocks.length - waiting.length} of ${blocks.length} blocks are there already`);
if (waiting.length > 0) {
  await Promise.all(Array.from({ length: Number(cores) }, work));
}

let total = emptyCampaign(0);
let cpuSeconds = 0;
for (const { file } of blocks) {
  if (!existsSync(file)) continue;
  const block = readBlock(file);
  total = addCampaigns(total, block);
  cpuSeconds += block.cpuSeconds;
}
for (const { seed, found } of total.violations)
  console.log(`seed ${seed}:\n  ${found.slice(0, 5).join('\n  ')}`);
for (const line of reportLines(total, Number(first), cpuSeconds)) console.log(line);
process.exitCode = total.violations.length > 0 || neverReached(total).length > 0 ? 1 : 0;

function next(): Block | undefined {
  return performance.now() < endsAt ? waiting.shift() : undefined;
}

/** One process plays one block after the other. */
async function work(): Promise<void> {
  const child = fork('lab/simulation/play-blocks.ts', { execArgv: [...process.execArgv, ...nodeFlags] });
  for (let block = next(); block; block = next()) {
    await playOn(child, block);
    console.log(`${block.runs} runs from seed ${block.seed} on are done`);
  }
  child.disconnect();
}

function playOn(child: ChildProcess, block: Block): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Error(`the block from seed ${block.seed} on ended with ${code}`));
    child.once('exit', fail);
    child.once('message', () => {
      child.off('exit', fail);
      resolve();
    });
    child.send(block);
  });
}

import { parseArgs } from 'node:util';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { planCuts, type Cut, type CutOutcome, type Phase } from './cut.ts';
import type { NameRule } from './disk-model.ts';
import { record } from './recording.ts';
import { runCuts } from './run-cuts.ts';

/*
 * A long campaign of power cuts, outside the tests:
 *
 *   npx tsx tests/disasters/power-cut/campaign.ts --cuts 1000 --seed 7
 *
 * --rounds N of work before the kill; --per-recording N cuts before the store is recorded anew;
 * --phase creation|running|recovery and --rule posix|ordered, each may be given several times;
 * --plant <fault> in the recorded store, --reader-plant <fault> in the one that opens what is left.
 * Ends with 1 when any cut lost something, unless a fault was planted.
 */
const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '90' },
    'per-recording': { type: 'string', default: '250' },
    processes: { type: 'string', default: '2' },
    phase: { type: 'string', multiple: true, default: ['creation', 'running', 'recovery'] },
    rule: { type: 'string', multiple: true, default: ['posix', 'ordered'] },
    plant: { type: 'string', multiple: true, default: [] },
    'reader-plant': { type: 'string', multiple: true, default: [] },
  },
});

const total = Number(values.cuts);
const perRecording = Number(values['per-recording']);
const counts = new Map<string, number>();
let failures = 0;

function tally(cut: Cut | undefined, { outcome, detail }: CutOutcome): void {
  const key = `${cut?.phase} ${cut?.rule} ${outcome}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  if (outcome === 'ok') return;
  failures += 1;
  process.stdout.write(`${outcome}: ${JSON.stringify(cut)} ${detail}\n`);
}

async function runOne(seed: number, count: number): Promise<void> {
  const recording = await record({ seed, rounds: Number(values.rounds), plants: values.plant as Plant[] });
  const cuts = planCuts({
    recording,
    count,
    seed,
    phases: values.phase as Phase[],
    rules: values.rule as NameRule[],
  });
  await runCuts({
    recording,
    cuts,
    plants: values['reader-plant'] as Plant[],
    processes: Number(values.processes),
    onOutcome: (outcome) => tally(cuts[outcome.id], outcome),
  });
  recording.remove();
}

function printCounts(): void {
  const lines = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, count]) => `${key}: ${count}`);
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  process.stdout.write(`${lines.join('\n')}\n${sum} of ${total} cuts, ${failures} failed\n\n`);
}

for (let done = 0, seed = Number(values.seed); done < total; done += perRecording, seed += 1000) {
  await runOne(seed, Math.min(perRecording, total - done));
  printCounts();
}
process.exitCode = failures > 0 && values.plant.length + values['reader-plant'].length === 0 ? 1 : 0;

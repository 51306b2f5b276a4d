import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import type { CheckingTask } from './check-cuts.ts';
import type { Cut, CutOutcome } from './cut.ts';
import type { Recording } from './recording.ts';

export type RunCutsOptions = {
  recording: Recording;
  cuts: readonly Cut[];
  /** A fresh database, for cuts that left none. */
  imagePath: string;
  /** Faults of the store that opens what is left. */
  plants?: readonly Plant[];
  processes?: number;
  onOutcome?: (outcome: CutOutcome) => void;
};

/** A damaged database may loop for ever instead of failing; a healthy check takes about a second. */
const SILENCE_MS = 60_000;
/** The memory of closed databases is given back late: a process is replaced after this many. */
const CUTS_PER_PROCESS = 40;

/** Checks all cuts, a few processes at a time. Answers in no particular order. */
export async function runCuts(options: RunCutsOptions): Promise<CutOutcome[]> {
  const { cuts, processes = 2 } = options;
  const inOrder = cuts.toSorted((a, b) => a.rule.localeCompare(b.rule) || a.at - b.at);
  const batches: Cut[][] = [];
  for (let start = 0; start < inOrder.length; start += CUTS_PER_PROCESS) {
    batches.push(inOrder.slice(start, start + CUTS_PER_PROCESS));
  }
  const outcomes: CutOutcome[] = [];
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift())
      outcomes.push(...(await runBatch(batch, options)));
  };
  await Promise.all(Array.from({ length: processes }, worker));
  return outcomes;
}

/** A process that dies or falls silent over a cut fails that cut; another one goes on with the next. */
async function runBatch(batch: readonly Cut[], options: RunCutsOptions): Promise<CutOutcome[]> {
  const outcomes: CutOutcome[] = [];
  while (outcomes.length < batch.length) {
    const rest = batch.slice(outcomes.length);
    const { answered, ending } = await runProcess(rest, options);
    outcomes.push(...answered);
    const failed = rest[answered.length];
    if (failed) {
      const outcome: CutOutcome = { id: failed.id, outcome: 'unopened', detail: ending };
      options.onOutcome?.(outcome);
      outcomes.push(outcome);
    }
  }
  return outcomes;
}

async function runProcess(
  cuts: readonly Cut[],
  { recording, imagePath, plants = [], onOutcome }: RunCutsOptions,
): Promise<{ answered: CutOutcome[]; ending: string }> {
  const { logPath, acknowledgementsPath, folder } = recording;
  const taskPath = join(folder, `task-${cuts[0]?.id}`);
  const task: CheckingTask = { logPath, acknowledgementsPath, imagePath, plants, cuts };
  fs.writeFileSync(taskPath, JSON.stringify(task));
  const script = fileURLToPath(new URL('./check-cuts.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, taskPath], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) =>
      resolve(`the checking process ended with ${code ?? signal}: ${errors}`),
    );
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString('utf8')).slice(-2000)));
  const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  const answered: CutOutcome[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    silence.refresh();
    const outcome = JSON.parse(line) as CutOutcome;
    answered.push(outcome);
    onOutcome?.(outcome);
  }
  const ending = await ended;
  clearTimeout(silence);
  return { answered, ending };
}

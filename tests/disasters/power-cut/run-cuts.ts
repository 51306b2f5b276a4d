import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import type { CheckingTask } from './check-cuts.ts';
import type { Cut, CutOutcome } from './cut.ts';
import { removeCutFolders } from './folder-for-cuts.ts';
import type { Recording } from './recording.ts';

export type RunCutsOptions = {
  recording: Recording;
  cuts: readonly Cut[];
  /** Faults of the store that opens what is left. */
  plants?: readonly Plant[];
  processes?: number;
  /** Once a cut has failed the rest is left out: when only that one must be found. */
  stopsAtFailure?: boolean;
  onOutcome?: (outcome: CutOutcome) => void;
};

/** A damaged database may loop for ever instead of failing; a healthy check takes about a second. */
const SILENCE_MS = 60_000;
/** The memory of closed databases is given back late: a process is replaced after this many. */
const CUTS_PER_PROCESS = 110;

/** Checks all cuts, a few processes at a time. Answers in no particular order. */
export async function runCuts(options: RunCutsOptions): Promise<CutOutcome[]> {
  const { cuts, processes = 2, stopsAtFailure = false } = options;
  const inOrder = cuts.toSorted((a, b) => a.rule.localeCompare(b.rule) || a.at - b.at);
  const perBatch = Math.min(CUTS_PER_PROCESS, Math.ceil(inOrder.length / processes));
  const batches: Cut[][] = [];
  for (let start = 0; start < inOrder.length; start += perBatch)
    batches.push(inOrder.slice(start, start + perBatch));
  const outcomes: CutOutcome[] = [];
  const isEnough = (): boolean => stopsAtFailure && outcomes.some(({ outcome }) => outcome !== 'ok');
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      await runBatch(batch, options, outcomes, isEnough);
    }
  };
  try {
    await Promise.all(Array.from({ length: processes }, worker));
  } finally {
    removeCutFolders(prefixOf(options.recording));
  }
  return outcomes;
}

function prefixOf({ folder }: Recording): string {
  return `${basename(folder)}-cut`;
}

/** A process that dies or falls silent over a cut fails that cut; another one goes on with the next. */
async function runBatch(
  batch: readonly Cut[],
  options: RunCutsOptions,
  outcomes: CutOutcome[],
  isEnough: () => boolean,
): Promise<void> {
  let rest = batch;
  while (rest.length > 0 && !isEnough()) {
    let answered = 0;
    const ending = await runProcess(rest, options, (outcome) => {
      answered += 1;
      outcomes.push(outcome);
      options.onOutcome?.(outcome);
      return !isEnough();
    });
    const failed = rest[answered];
    rest = rest.slice(answered + 1);
    if (!failed || isEnough()) continue;
    const outcome: CutOutcome = { id: failed.id, outcome: 'unopened', detail: ending };
    outcomes.push(outcome);
    options.onOutcome?.(outcome);
  }
}

/** Runs one process until it ends, or until an outcome is enough; answers how it ended. */
async function runProcess(
  cuts: readonly Cut[],
  { recording, plants = [] }: RunCutsOptions,
  goesOn: (outcome: CutOutcome) => boolean,
): Promise<string> {
  const { logPath, acknowledgementsPath, folder } = recording;
  const taskPath = join(folder, `task-${cuts[0]?.id}`);
  const task: CheckingTask = {
    logPath,
    acknowledgementsPath,
    plants,
    cuts,
    folderPrefix: prefixOf(recording),
  };
  fs.writeFileSync(taskPath, JSON.stringify(task));
  const script = fileURLToPath(new URL('./check-cuts.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, taskPath], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString('utf8')).slice(-2000)));
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) =>
      resolve(`the checking process ended with ${code ?? signal}: ${errors}`),
    );
  });
  const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    silence.refresh();
    if (!goesOn(JSON.parse(line) as CutOutcome)) child.kill('SIGKILL');
  }
  clearTimeout(silence);
  return ended;
}

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { temporaryFolder } from '#tests/support/embedded.ts';
import type { RecordingTask } from './record-workload.ts';

/** What one life of a store wrote: made, worked on, killed, reopened with crash recovery, worked on, closed. */
export type Recording = {
  folder: string;
  logPath: string;
  acknowledgementsPath: string;
  /** Places in the log, in bytes: the store was made and open; was killed; was open again. */
  openedAt: number;
  killedAt: number;
  reopenedAt: number;
  remove(): void;
};

export type RecordingOptions = { seed: number; rounds: number; plants?: readonly Plant[] };

/** Runs the real store twice on one folder, the first time until it is killed in the middle of its work. */
export async function record({ seed, rounds, plants = [] }: RecordingOptions): Promise<Recording> {
  const folder = temporaryFolder();
  const task: RecordingTask = {
    dataDir: join(folder, 'data'),
    logPath: join(folder, 'log'),
    acknowledgementsPath: join(folder, 'acknowledgements'),
    seed,
    rounds,
    plants,
  };
  fs.mkdirSync(task.dataDir);
  for (const path of [task.logPath, task.acknowledgementsPath]) fs.writeFileSync(path, '');
  const openedAt = await runRecorded({ ...task, killFile: join(folder, 'kill') }, 'SIGKILL');
  const killedAt = fs.statSync(task.logPath).size;
  const reopenedAt = await runRecorded({ ...task, seed: seed + 1, rounds: Math.ceil(rounds / 3) }, null);
  fs.rmSync(task.dataDir, { recursive: true });
  return {
    folder,
    logPath: task.logPath,
    acknowledgementsPath: task.acknowledgementsPath,
    openedAt,
    killedAt,
    reopenedAt,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** Answers the place in the log at which the store was open. */
async function runRecorded(task: RecordingTask, endsBy: NodeJS.Signals | null): Promise<number> {
  const script = fileURLToPath(new URL('./record-workload.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(task)], {
    env: { ...process.env, POWER_CUT_LOG: task.logPath, POWER_CUT_KILL_FILE: task.killFile ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ended) => resolve(ended));
  });
  const endedRight = endsBy ? signal === endsBy : code === 0;
  if (!endedRight || out === '')
    throw new Error(`the recorded store ended with ${code ?? signal}: ${errors}`);
  return Number(out);
}

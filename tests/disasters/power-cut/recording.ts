import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { temporaryFolder } from '#tests/support/embedded.ts';
import { decodeOperations } from './recorded-operation.ts';
import type { RecordingTask } from './record-workload.ts';

/** What one life of a store wrote: made, worked on, killed, reopened with crash recovery, worked on, closed. */
export type Recording = {
  folder: string;
  logPath: string;
  acknowledgementsPath: string;
  /**
   * How many operations there had been when: the new folder got its name; the store was open; it was killed;
   * it was open again; it was closed.
   */
  operations: { inPlaceAt: number; openedAt: number; killedAt: number; reopenedAt: number; endedAt: number };
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
    operations: countOperations(task.logPath, { openedAt, killedAt, reopenedAt }),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** Places in the log, in bytes, as numbers of operations. */
function countOperations(
  logPath: string,
  bytes: { openedAt: number; killedAt: number; reopenedAt: number },
): Recording['operations'] {
  const operations = decodeOperations(fs.readFileSync(logPath));
  const until = (place: number): number => operations.filter(({ end }) => end <= place).length;
  const inPlace = operations.findIndex(
    ({ operation }) => operation.kind === 'rename' && operation.to === 'database',
  );
  return {
    inPlaceAt: inPlace + 1,
    openedAt: until(bytes.openedAt),
    killedAt: until(bytes.killedAt),
    reopenedAt: until(bytes.reopenedAt),
    endedAt: operations.length,
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

import fs from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { WorkerTask } from '#src/server/store/embedded/worker-messages.ts';
import { encodeOperation, type RecordedOperation } from './recorded-operation.ts';

/*
 * Loaded into the store's own thread before anything else: writes down everything that thread does to the data
 * folder. An operation is written down after it returned, so a sync in the log is a sync that was answered.
 * POWER_CUT_LOG is the log. Once POWER_CUT_KILL_FILE exists, the process is killed as many operations later as it
 * says: the killing is done here, so that what was done and what was written down are the same.
 */

type Recorded = Pick<
  typeof fs,
  | 'mkdirSync'
  | 'rmdirSync'
  | 'rmSync'
  | 'unlinkSync'
  | 'renameSync'
  | 'openSync'
  | 'closeSync'
  | 'writeSync'
  | 'writeFileSync'
  | 'truncateSync'
  | 'ftruncateSync'
  | 'fsyncSync'
  | 'fdatasyncSync'
  | 'linkSync'
  | 'symlinkSync'
>;

const host: Recorded = fs;
const { openSync, writeSync, existsSync, statSync, readdirSync, readFileSync } = fs;
const dataDir = dirname(resolve((workerData as WorkerTask).folder));
const log = openSync(process.env['POWER_CUT_LOG'] ?? '', 'a');
const killFile = process.env['POWER_CUT_KILL_FILE'] ?? '';
const recordedFds = new Set<number>();
let operationsToLive: number | undefined;
/** Above 0 inside a recorded call that itself calls others of the list. */
let depth = 0;

function note(operation: RecordedOperation): void {
  writeSync(log, encodeOperation(operation));
  if (operationsToLive === undefined && killFile !== '' && existsSync(killFile)) {
    operationsToLive = Number(nested(() => readFileSync(killFile, 'utf8')));
  }
  if (operationsToLive === undefined) return;
  operationsToLive -= 1;
  if (operationsToLive > 0) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** The path inside the data folder, or undefined when it is elsewhere and of no interest. */
function inside(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  const found = relative(dataDir, resolve(path));
  return found.startsWith('..') ? undefined : found || '.';
}

function record<Name extends keyof Recorded>(
  name: Name,
  describe: (args: unknown[], run: () => unknown) => unknown,
): void {
  const original = host[name];
  const wrapped = new Proxy(original, {
    apply(call, self, args: unknown[]) {
      const run = (): unknown => Reflect.apply(call as (...all: unknown[]) => unknown, self, args);
      return depth > 0 ? run() : describe(args, run);
    },
  });
  Object.assign(host, { [name]: wrapped });
}

function nested(run: () => unknown): unknown {
  depth += 1;
  try {
    return run();
  } finally {
    depth -= 1;
  }
}

const { O_CREAT, O_TRUNC } = fs.constants;

/** The flags of an open as a number: PGlite gives numbers, our own code the letters that stand for them. */
function flagsOf(flags: unknown): number {
  if (typeof flags === 'number') return flags;
  if (flags === undefined || flags === 'r' || flags === 'r+') return 0;
  if (flags === 'w') return O_CREAT | O_TRUNC;
  throw new Error('the disk model does not know these flags of an open');
}

function noteRemoval(path: string): void {
  const full = resolve(dataDir, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    note({ kind: 'unlink', path });
    return;
  }
  for (const name of readdirSync(full)) noteRemoval(`${path}/${name}`);
  note({ kind: 'rmdir', path });
}

/** For calls on one path: run them, then write down what they did. */
function recordPath(name: keyof Recorded, after: (path: string, args: unknown[]) => void): void {
  record(name, (args, run) => {
    const path = inside(args[0]);
    const answer = nested(run);
    if (path !== undefined) after(path, args);
    return answer;
  });
}

recordPath('mkdirSync', (path) => note({ kind: 'mkdir', path }));
recordPath('rmdirSync', (path) => note({ kind: 'rmdir', path }));
recordPath('unlinkSync', (path) => note({ kind: 'unlink', path }));
recordPath('truncateSync', (path, args) => note({ kind: 'truncate', path, size: Number(args[1] ?? 0) }));
recordPath('renameSync', (from, args) => note({ kind: 'rename', from, to: inside(args[1]) ?? '' }));

record('rmSync', (args, run) => {
  const path = inside(args[0]);
  // Written down before, because afterwards nobody knows what was there. Only leftovers are removed this way.
  if (path !== undefined) noteRemoval(path);
  return nested(run);
});

record('openSync', (args, run) => {
  const path = inside(args[0]);
  const creates = path !== undefined && (flagsOf(args[1]) & O_CREAT) !== 0 && !existsSync(String(args[0]));
  const fd = nested(run) as number;
  recordedFds.delete(fd);
  if (path !== undefined) {
    recordedFds.add(fd);
    note({ kind: 'open', path, fd, creates, truncates: (flagsOf(args[1]) & O_TRUNC) !== 0 });
  }
  return fd;
});

record('closeSync', (args, run) => {
  const fd = Number(args[0]);
  if (recordedFds.delete(fd)) note({ kind: 'close', fd });
  return nested(run);
});

record('writeSync', (args, run) => {
  const [fd, bytes, offset, , position] = args;
  const written = nested(run) as number;
  if (recordedFds.has(Number(fd))) {
    if (!ArrayBuffer.isView(bytes) || typeof position !== 'number')
      throw new Error('a write without a position');
    const data = Buffer.from(bytes.buffer, bytes.byteOffset + Number(offset), written);
    note({ kind: 'write', fd: Number(fd), position, data });
  }
  return written;
});

record('writeFileSync', (args, run) => {
  const path = inside(args[0]);
  const creates = path !== undefined && !existsSync(String(args[0]));
  const answer = nested(run);
  if (path !== undefined) {
    const contents = args[1];
    const data = ArrayBuffer.isView(contents)
      ? Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
      : Buffer.from(String(contents));
    // No real descriptor is that high: it stands for the one the call opened and closed by itself.
    const fd = 1_000_000;
    note({ kind: 'open', path, fd, creates, truncates: true });
    if (data.length > 0) note({ kind: 'write', fd, position: 0, data });
    note({ kind: 'close', fd });
  }
  return answer;
});

record('ftruncateSync', (args, run) => {
  const answer = nested(run);
  const fd = Number(args[0]);
  if (recordedFds.has(fd)) note({ kind: 'truncate-open', fd, size: Number(args[1] ?? 0) });
  return answer;
});

record('fsyncSync', (args, run) => {
  const answer = nested(run);
  const fd = Number(args[0]);
  if (recordedFds.has(fd)) note({ kind: 'sync', fd });
  return answer;
});

for (const name of ['fdatasyncSync', 'linkSync', 'symlinkSync'] as const) {
  recordPath(name, () => {
    throw new Error(`the disk model does not know ${name}`);
  });
}

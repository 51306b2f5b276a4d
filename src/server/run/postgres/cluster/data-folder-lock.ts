import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { syncFolder } from '#src/server/store/secrets/sync-folder.ts';

/**
 * One server per data folder. PostgreSQL's own lock sees neither another container nor another
 * machine, and two on the same files lose acknowledged money.
 *
 * The lock is the file `<path>.<n>` with the highest n: it names its holder, or says `free`. To take it, a starter that
 * finds the holder dead (or the lock free) creates n+1. Creation is exclusive and the contents appear with the name
 * (a hard link to a finished file), so of two starters one wins. A higher number is never removed before
 * a yet higher one exists; so numbers only grow, and a starter that slept through a change finds a higher number
 * than its own after creating it, and yields. A plain lock file that is deleted and made again cannot promise that.
 *
 * A crash between two lines leaves at most a temporary file, or two numbered files of which the higher counts.
 */
export type DataFolderLock = { release(): void };

type LockTimes = {
  /** Interval at which the holder shows that it is alive, for starters that cannot see its process. */
  heartbeatMs: number;
  /** Time for which such a starter watches a silent holder before it takes over. */
  silenceMs: number;
};

const DEFAULT_TIMES: LockTimes = { heartbeatMs: 5_000, silenceMs: 20_000 };

type Holder = { state: 'held'; process: ProcessIdentity } | { state: 'free' };

/**
 * Takes the lock, or rejects with a sentence for the operator. `path` is outside the folder that it protects.
 * `onLost` is called at most once, when the lock is lost: the file was deleted, or this process was suspended
 * so long that another machine took over. After that not one more byte may be written.
 */
export async function lockDataFolder(
  path: string,
  onLost: (reason: string) => void,
  times: LockTimes = DEFAULT_TIMES,
): Promise<DataFolderLock> {
  for (;;) {
    const current = highest(path);
    if (current > 0) await refuseWhileHeld(path, current, times);
    const mine = current + 1;
    if (!createExclusively(path, mine, { state: 'held', process: currentProcess() })) continue;
    if (highest(path) > mine) {
      fs.rmSync(numbered(path, mine), { force: true });
      continue;
    }
    removeBelow(path, mine);
    syncFolder(dirname(path));
    return holdLock(path, mine, onLost, times);
  }
}

function holdLock(
  path: string,
  mine: number,
  onLost: (reason: string) => void,
  { heartbeatMs }: LockTimes,
): DataFolderLock {
  let held = true;
  const letGo = (): void => {
    held = false;
    clearInterval(heartbeat);
  };
  const heartbeat = setInterval(() => {
    if (touchHeartbeat(path, mine)) return;
    letGo();
    onLost(`el bloqueo de la carpeta de datos ya no es de este servidor: ${numbered(path, mine)}`);
  }, heartbeatMs);
  heartbeat.unref();
  return {
    release() {
      if (!held) return;
      letGo();
      if (createExclusively(path, mine + 1, { state: 'free' })) removeBelow(path, mine + 1);
    },
  };
}

/** Returns false when the lock is no longer ours. */
function touchHeartbeat(path: string, mine: number): boolean {
  try {
    const now = new Date();
    fs.utimesSync(numbered(path, mine), now, now);
    return highest(path) === mine;
  } catch {
    return false;
  }
}

/** Returns once the lock may be taken over. */
async function refuseWhileHeld(path: string, number: number, { silenceMs }: LockTimes): Promise<void> {
  const file = numbered(path, number);
  const holder = read(file);
  if (holder === 'gone' || (holder !== 'unreadable' && holder.state === 'free')) return;
  const liveness = holder === 'unreadable' ? 'unknown' : livenessOf(holder.process);
  if (liveness === 'dead') return;
  // Another container or machine is known only by its heartbeat, and its clock may differ from ours, so watch
  // whether the heartbeat changes.
  if (liveness === 'unknown' && (await staysSilent(file, silenceMs))) return;
  const who = holder === 'unreadable' ? 'desconocido' : `${holder.process.pid} en ${holder.process.hostname}`;
  throw new Error(
    `Otra copia del servidor ya usa esta carpeta de datos (proceso ${who}): ${dirname(path)}. ` +
      'Cierre la otra copia, o use otra carpeta. Dos servidores sobre los mismos datos perderían dinero.',
  );
}

async function staysSilent(file: string, silenceMs: number): Promise<boolean> {
  const before = heartbeatOf(file);
  await delay(silenceMs);
  return heartbeatOf(file) === before;
}

function heartbeatOf(file: string): number | undefined {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Unreadable after a power cut that kept the name and lost the contents. */
function read(file: string): Holder | 'unreadable' | 'gone' {
  if (!fs.existsSync(file)) return 'gone';
  try {
    const holder: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return holder !== null && typeof holder === 'object' && 'state' in holder
      ? (holder as Holder)
      : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** Returns false if that number already exists. */
function createExclusively(path: string, number: number, holder: Holder): boolean {
  const finished = `${path}-${process.pid}-${randomUUID()}`;
  fs.writeFileSync(finished, JSON.stringify(holder), { flush: true, mode: 0o600 });
  try {
    fs.linkSync(finished, numbered(path, number));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    throw new Error(
      `El disco de ${dirname(path)} no permite enlaces (exFAT o FAT), y sin ellos no se puede asegurar que un solo ` +
        'servidor use los datos. Use una carpeta en otro disco, o PostgreSQL con DATABASE_URL.',
      { cause: error },
    );
  } finally {
    fs.rmSync(finished, { force: true });
  }
}

function highest(path: string): number {
  return Math.max(0, ...numbersOf(path));
}

function removeBelow(path: string, number: number): void {
  for (const lower of numbersOf(path)) {
    if (lower < number) fs.rmSync(numbered(path, lower), { force: true });
  }
}

function numbersOf(path: string): number[] {
  const prefix = `${basename(path)}.`;
  return fs
    .readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
}

function numbered(path: string, number: number): string {
  return join(dirname(path), `${basename(path)}.${number}`);
}

/** The process that holds a lock. The pid alone is not enough: the system reuses it. */
export type ProcessIdentity = {
  pid: number;
  /** Start time of the process in the system's own format; null if the system does not provide it. */
  startedAt: string | null;
  hostname: string;
  /** Changes with each start of the machine; null if the system does not provide it. */
  bootId: string | null;
  /** The pid namespace (containers each have their own); null outside Linux. */
  pidSpace: string | null;
};

/** `unknown`: it belongs to another machine or container, whose processes cannot be seen from here. */
type Liveness = 'alive' | 'dead' | 'unknown';

export function currentProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: startOf(process.pid),
    hostname: hostname(),
    bootId: readOrNull(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidSpace: readOrNull(() => fs.readlinkSync('/proc/self/ns/pid')),
  };
}

export function livenessOf(holder: ProcessIdentity, here: ProcessIdentity = currentProcess()): Liveness {
  if (holder.hostname !== here.hostname && holder.bootId !== here.bootId) return 'unknown';
  // The same machine, restarted since: all earlier processes are dead.
  if (holder.bootId !== here.bootId) return 'dead';
  if (holder.pidSpace !== here.pidSpace) return 'unknown';
  if (!exists(holder.pid)) return 'dead';
  return holder.startedAt === startOf(holder.pid) ? 'alive' : 'dead';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Field 22 of /proc/<pid>/stat, counted after the command's name, which may contain spaces and parentheses.
 */
function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    return readOrNull(() => {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    });
  }
  if (process.platform === 'win32') return null;
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock. The pid alone is not enough: it is given to another process sooner or later. */
export type ProcessIdentity = {
  pid: number;
  /** When the process started, in the system's own words; null where the system does not say. */
  startedAt: string | null;
  hostname: string;
  /** Changes at each start of the machine; null where the system does not say. */
  bootId: string | null;
  /** Within which numbering of processes the pid counts (containers each have theirs); null outside Linux. */
  pidSpace: string | null;
};

/** `unknown`: it belongs to another machine or container, whose processes cannot be seen from here. */
export type Liveness = 'alive' | 'dead' | 'unknown';

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
  // The same machine, started again since: everything from before is dead.
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
    // EPERM: it exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Field 22 of /proc/<pid>/stat, counted after the command's name, which may hold spaces and parentheses. */
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

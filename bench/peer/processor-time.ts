import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts processor time in these, whatever its own clock. */
const ticksPerSecond = 100;

type Process = { parent: number; own: number; ended: number };

/** Processor time is read from /proc. */
export const isProcessorTimeKnown = existsSync('/proc/self/stat');

/** Returns null for a process that has ended. */
function readProcess(pid: number | string): Process | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The program's name, in parentheses, may contain spaces.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (place) => fields[place],
  );
  return {
    parent,
    own: (user + system) / ticksPerSecond,
    ended: (endedUser + endedSystem) / ticksPerSecond,
  };
}

/** Returns the processor seconds of one process since its start. */
export function processorSeconds(pid: number | null): number {
  return pid === null ? Number.NaN : (readProcess(pid)?.own ?? Number.NaN);
}

/** Returns the processor seconds of the PostgreSQL in this data folder: its backends, ended ones, and its writers. */
export function postgresSeconds(data: string): number {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const main = readProcess(postmaster);
  if (main === null) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter((one) => one?.parent === postmaster);
  return main.own + main.ended + children.reduce((sum, one) => sum + (one?.own ?? 0), 0);
}

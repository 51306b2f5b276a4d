import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 10_000;
const lookEveryMs = 20;

/**
 * Ends processes that an earlier PostgreSQL left running on this data directory: its server and the watch
 * were killed, or the postmaster was killed and its backends linger. Called under the folder's lock, so none
 * of them can be in use. Afterwards it removes a `postmaster.pid` that names another program's process, which
 * PostgreSQL would take for its own.
 */
export async function stopLeftovers(data: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (let left = processesOn(data); left.length > 0; left = processesOn(data)) {
    for (const pid of left) signal(pid, Date.now() < giveUpAt - patienceMs / 2 ? 'SIGQUIT' : 'SIGKILL');
    if (Date.now() > giveUpAt)
      throw new Error(
        `Un PostgreSQL de antes sigue en ${data} y no se deja cerrar (procesos ${left.join(', ')}).`,
      );
    await delay(lookEveryMs);
  }
  const noted = notedPid(data);
  if (noted !== null && noted > 0 && signal(noted, 0))
    fs.rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Every PostgreSQL process works in its data directory. A shell may be there too and is left alone. */
function processesOn(data: string): number[] {
  if (process.platform !== 'linux') return processesByNote(data);
  const real = fs.existsSync(data) ? fs.realpathSync(data) : data;
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const isOurs =
        fs.readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'postgres' &&
        fs.readlinkSync(`/proc/${name}/cwd`) === real;
      return isOurs ? [Number(name)] : [];
    } catch {
      // It has ended meanwhile, or belongs to another user.
      return [];
    }
  });
}

/** Without /proc: returns the process in `postmaster.pid`, if it was started with this directory. */
function processesByNote(data: string): number[] {
  const pid = notedPid(data);
  return pid !== null && pid > 0 && commandOf(pid).includes(`-D ${data}`) ? [pid] : [];
}

function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  return String(spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}

function notedPid(data: string): number | null {
  const path = join(data, 'postmaster.pid');
  return fs.existsSync(path) ? Number.parseInt(fs.readFileSync(path, 'utf8'), 10) : null;
}

/** Returns false if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

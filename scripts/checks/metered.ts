import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type Command = readonly [
  command: string,
  parameters: readonly string[],
  environment?: Record<string, string>,
];
export type Metered = { isDone: boolean; wallSeconds: number; cpuSeconds: number };

/** `times` prints the shell's own processor time, then that of its children, each as user and system. */
const script = '"$@" 3>&-; code=$?; times >&3; exit "$code"';
const childrenTimes = /\n(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s/;

/**
 * Starts a command that `sh` measures. `cpuSeconds` counts every process whose parent waited for it, so most
 * of a browser's renderers are missing. On Windows it stays 0.
 */
export function startMetered(
  [command, parameters, environment = {}]: Command,
  stdio: 'inherit' | 'pipe' = 'inherit',
): { child: ChildProcess; ended: Promise<Metered> } {
  const startedAt = performance.now();
  const isWindows = process.platform === 'win32';
  const child = spawn(
    isWindows ? command : 'sh',
    isWindows ? parameters : ['-c', script, 'sh', command, ...parameters],
    {
      stdio: [stdio, stdio, 'inherit', 'pipe'],
      shell: isWindows,
      env: { ...process.env, ...environment },
    },
  );
  return { child, ended: measure(child, startedAt) };
}

async function measure(child: ChildProcess, startedAt: number): Promise<Metered> {
  const [times, [code]] = await Promise.all([
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const [userMinutes = 0, user = 0, systemMinutes = 0, system = 0] = (childrenTimes.exec(times) ?? [])
    .slice(1)
    .map((figure) => Number(figure.replace(',', '.')));
  return {
    isDone: code === 0,
    wallSeconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (userMinutes + systemMinutes) * 60 + user + system,
  };
}

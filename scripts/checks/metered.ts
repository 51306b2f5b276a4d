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

/** Longest time of a stage, ms: one that hangs ends the run with a line, and leaves no process behind. */
const limitMs = 40 * 60_000;
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running.forEach(endAll);
    process.exit(1);
  });

/** Runs a stage to its end, in a separate group, so that it ends with all its processes. */
export async function runStage(name: string, command: Command): Promise<Metered> {
  const { child, ended } = startMetered(command, 'inherit');
  running.add(child);
  const timer = setTimeout(() => {
    process.stderr.write(`${name}: no end after ${limitMs / 60_000} minutes\n`);
    endAll(child);
  }, limitMs);
  const metered = await ended;
  clearTimeout(timer);
  running.delete(child);
  return metered;
}

function endAll({ pid = 0 }: ChildProcess): void {
  process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}

/**
 * Starts a command that `sh` measures. `cpuSeconds` counts every process whose parent waited for it, so most
 * of a browser's renderers are missing. On Windows it stays 0.
 */
export function startMetered(
  [command, parameters, environment = {}]: Command,
  stdio: 'inherit' | 'pipe',
): { child: ChildProcess; ended: Promise<Metered> } {
  const startedAt = performance.now();
  const isWindows = process.platform === 'win32';
  const child = spawn(
    isWindows ? command : 'sh',
    isWindows ? parameters : ['-c', script, 'sh', command, ...parameters],
    {
      stdio: [stdio, stdio, 'inherit', 'pipe'],
      shell: isWindows,
      detached: stdio === 'inherit' && !isWindows,
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

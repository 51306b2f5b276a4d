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

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running.forEach(endAll);
    process.exit(1);
  });

/**
 * Runs a stage to its end, in a separate process group, so that it ends with all its processes. Each test has a
 * limit, so a stage that reaches `limitMs` was stopped by its runner: vitest 4.1 has been seen to wait for a worker
 * that no longer answered. Such a stage is named and runs once more.
 */
export async function runStage(name: string, command: Command, limitMs: number): Promise<Metered> {
  const first = await runOnce(name, command, limitMs);
  return first.isEnded ? runOnce(name, command, limitMs) : first;
}

async function runOnce(
  name: string,
  command: Command,
  limitMs: number,
): Promise<Metered & { isEnded: boolean }> {
  const { child, ended } = startMetered(command, 'inherit');
  running.add(child);
  let isEnded = false;
  const timer = setTimeout(() => {
    isEnded = true;
    process.stderr.write(`${name}: no end after ${limitMs / 60_000} minutes\n`);
    endAll(child);
  }, limitMs);
  const metered = await ended;
  clearTimeout(timer);
  running.delete(child);
  return { ...metered, isEnded };
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

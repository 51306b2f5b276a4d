import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Starts a command with its output passed through. */
export function startCommand(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  return spawn(command, parameters, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment },
  });
}

/**
 * Runs a command to its end; rejects when it does not end with 0. `low`: with low priority, including its
 * children.
 */
export function runCommand(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
  priority: 'usual' | 'low' = 'usual',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startCommand(command, parameters, environment);
    if (priority === 'low' && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${parameters.join(' ')} ended with ${code}`)),
    );
  });
}

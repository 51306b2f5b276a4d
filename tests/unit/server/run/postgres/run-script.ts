import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type RunningScript = {
  process: ChildProcess;
  /** Returns the next line it prints, or undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Resolves with its exit. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;
};

/** Runs a TypeScript file of this folder as a separate process. */
export function runScript(name: string, ...args: string[]): RunningScript {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  return {
    process: child,
    nextLine: async () => {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, stderr }))),
  };
}

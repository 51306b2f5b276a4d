import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from './free-port.ts';

export type ServerProcess = {
  url: string;
  /** Returns the process's output so far. */
  printed(): string;
  /** As printed by the process. */
  setupToken: string | null;
  /** Kills it whatever it is doing. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
};

/** Starts the built server as a separate process. Rejects with its output when it does not become ready. */
export async function startServerProcess(
  environment: Record<string, string>,
  { project = '.', ...user }: { project?: string; uid?: number; gid?: number } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: project,
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await ready(child, url, () => output);
  return {
    url,
    printed: () => output,
    setupToken: /token=([\w-]+)/.exec(output)?.[1] ?? null,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function ready(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/api/v1/ready`).catch(() => null);
    return answer?.status === 200;
  };
  const deadline = Date.now() + 60_000;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server did not start: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

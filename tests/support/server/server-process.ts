import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from './free-port.ts';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Starts the built server as a separate process. Rejects with its output when it does not become ready. */
export async function startServerProcess(
  environment: Record<string, string>,
  { project = '.', ...user }: { project?: string; uid?: number; gid?: number } = {},
) {
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
    /** Returns the process's output so far. */
    printed: () => output,
    /** As printed by the process. */
    setupToken: /token=([\w-]+)/.exec(output)?.[1] ?? null,
    /** Kills it whatever it is doing. */
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    /** SIGTERM; resolves with its exit code. */
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

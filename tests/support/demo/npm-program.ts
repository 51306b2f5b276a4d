import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findPlaces } from '#src/server/run/postgres/cluster/cluster-places.ts';
import { isRunning } from '#tests/support/server/quick-folder.ts';

const startMs = 100_000;
/** A person waits a second; a machine with parallel tests may need more. */
const endMs = 10_000;

export type NpmProgram = Awaited<ReturnType<typeof startByNpm>>;

/** Runs `npm run name` and waits until it answers. Its own PostgreSQL is in `dataDir`. */
export async function startByNpm(
  words: readonly string[],
  { dataDir, port, ...environment }: Record<string, string> & { dataDir: string; port: string },
) {
  const npm = spawn('npm', ['run', '--silent', ...words], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: port,
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const address = /^Mercado Campesino.*?: (http:\/\/localhost:\d+)/m;
  await vi.waitUntil(() => address.test(printed), { timeout: startMs });
  const url = address.exec(printed)?.[1] ?? '';
  const isReady = () =>
    fetch(`${url}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: startMs, interval: 100 });
  const postmaster = readFileSync(join(findPlaces(`${dataDir}/db`).data, 'postmaster.pid'), 'utf8');
  const postgres = Number(postmaster.split('\n')[0]);
  // Each log line names its process: "process":"host:4711".
  const named = /"process":"[^"]*:(\d+)"/;
  await vi.waitUntil(() => named.test(printed), { timeout: endMs });
  const pids = [Number(named.exec(printed)?.[1]), postgres];
  return {
    /** Its address, as printed. */
    url,
    /** Returns all output of npm and its children so far. */
    printed: () => printed,
    /** SIGTERM to npm alone; resolves when the server and its PostgreSQL are gone, rejects when they stay. */
    terminate: async () => {
      npm.kill('SIGTERM');
      const isGone = async () => !pids.some(isRunning) && !(await isReady());
      await vi.waitUntil(isGone, { timeout: endMs, interval: 50 });
    },
    /** Kills everything that is left of it. */
    kill: () => {
      for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
    },
  };
}

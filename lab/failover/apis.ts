import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/server/free-port.ts';
import { Daemon, until } from './daemon.ts';
import { role, type Fronts } from './fronts.ts';

export type Api = { daemon: Daemon; port: number; poolsBy: 'none' | 'transaction'; dataDir: string };

/** Returns free ports for the processes, chosen before the proxies are configured. */
export async function apiPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let place = 0; place < count; place += 1) ports.push(await freePort());
  return ports;
}

/** The API processes over one database, in the build of `project`; each with its folder, all with one key. */
export function makeApis(folder: string, project: string, fronts: Fronts, ports: readonly number[]): Api[] {
  return ports.map((port, place) => {
    const name = `api${place + 1}`;
    const dataDir = join(folder, `${name}-data`);
    mkdirSync(dataDir, { mode: 0o700, recursive: true });
    const daemon = new Daemon({
      name,
      command: process.execPath,
      parameters: [join(project, 'dist/server/main.js')],
      environment: apiEnvironment(folder, fronts, { port, dataDir, poolsBy: 'none' }),
      cwd: project,
      log: join(folder, `${name}.log`),
    });
    return { daemon, port, dataDir, poolsBy: 'none' };
  });
}

export function apiEnvironment(
  folder: string,
  fronts: Fronts,
  { port, dataDir, poolsBy }: Pick<Api, 'port' | 'dataDir' | 'poolsBy'>,
): Record<string, string> {
  const databaseUrl = (through: number): string =>
    `postgres://${role.name}:${role.password}@127.0.0.1:${through}/mercado`;
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    KEY_FILE: join(folder, 'key', 'master.key'),
    PUBLIC_URL: `http://127.0.0.1:${fronts.apiPort}`,
    TRUST_PROXY: '1',
    STOP_DELAY_SECONDS: '3',
    ACCESS_TOKEN_MINUTES: '1440',
    LOG_LEVEL: 'warn',
    DATABASE_READ_URL: databaseUrl(fronts.readPort),
    ...(poolsBy === 'none'
      ? { DATABASE_URL: databaseUrl(fronts.databasePort) }
      : { DATABASE_URL: databaseUrl(fronts.poolPort), DATABASE_POOLER: 'transaction' }),
  };
}

export async function untilReady(port: number, seconds = 90): Promise<void> {
  await until(
    `the API on ${port}`,
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/ready`);
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    seconds,
  );
}

/** The same process again with another build, or another way to the database. */
export async function replaceApi(
  folder: string,
  api: Api,
  { project, fronts, poolsBy }: { project: string; fronts: Fronts; poolsBy: Api['poolsBy'] },
): Promise<void> {
  await api.daemon.stop('SIGTERM', {
    parameters: [join(project, 'dist/server/main.js')],
    environment: apiEnvironment(folder, fronts, { ...api, poolsBy }),
    cwd: project,
  });
  api.poolsBy = poolsBy;
  api.daemon.start();
  await untilReady(api.port);
}

import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { childUserFor } from '#src/server/postgres/cluster/child-user.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { apiPorts, makeApis, untilReady, type Api } from './apis.ts';
import { Daemon, until } from './daemon.ts';
import { role, startFronts, type Fronts } from './fronts.ts';
import { startCluster, superuserPassword, type Cluster } from './nodes.ts';
import type { Programs } from './programs.ts';

/** All running parts: three database nodes, three etcd, two proxies, a pool, three API processes. */
export type World = {
  folder: string;
  cluster: Cluster;
  fronts: Fronts;
  apis: readonly Api[];
  daemons: readonly Daemon[];
  /** Through the proxy, like an observing operator. */
  database: Database;
  stop(): Promise<void>;
};

/** Creates it in a temporary folder on free ports, with the API in the build of `project`. */
export async function makeWorld(programs: Programs, project: string): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  const user = childUserFor(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'key'), { mode: 0o700 });
  const place = { folder, user, programs };
  const cluster = await startCluster(place);
  const ports = await apiPorts(3);
  const fronts = await startFronts(place, cluster.nodes, ports);
  await makeDatabase((await cluster.primary()).port);
  const apis = makeApis(folder, project, fronts, ports);
  // All at once, on an empty database: one of them creates the schema.
  for (const { daemon } of apis) daemon.start();
  await Promise.all(apis.map(({ port }) => untilReady(port)));
  await until('the proxy before the API', async () => {
    const answer = await fetch(`http://127.0.0.1:${fronts.apiPort}/api/v1/ready`);
    await answer.arrayBuffer();
    return answer.status === 200;
  });
  const databaseUrl = `postgres://${role.name}:${role.password}@127.0.0.1:${fronts.databasePort}/mercado`;
  const database = await openPostgres({ databaseUrl, log: () => undefined });
  const { apiProxy, databaseProxy, pool, caddy } = fronts;
  const proxies = [apiProxy, databaseProxy, pool, ...(caddy ? [caddy.daemon] : [])];
  return {
    folder,
    cluster,
    fronts,
    apis,
    daemons: [...apis.map(({ daemon }) => daemon), ...proxies],
    database,
    stop: async () => {
      await database.close();
      await Promise.all(apis.map(({ daemon }) => daemon.stop('SIGKILL')));
      await Promise.all(proxies.map((daemon) => daemon.stop('SIGKILL')));
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(port: number): Promise<void> {
  const client = new Client({
    connectionString: `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  try {
    await client.query(`create role ${role.name} login password '${role.password}'`);
    await client.query(`create database mercado owner ${role.name}`);
  } finally {
    await client.end();
  }
}

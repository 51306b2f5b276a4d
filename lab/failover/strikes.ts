import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { replaceApi } from './apis.ts';
import { until } from './daemon.ts';
import { role } from './fronts.ts';
import { processesOf, signal } from './nodes.ts';
import type { World } from './world.ts';

export type Strike = { name: string; act: (world: World) => Promise<void> };

const awaySeconds = 20;
const frozenSeconds = 30;
const stormSeconds = 8;

/**
 * Every failure, one after the other. A struck part returns as its unit or its machine would bring it back.
 */
export const strikes: readonly Strike[] = [
  { name: 'kill -9 of the primary', act: killPrimary },
  { name: 'kill -9 of an API', act: async ({ apis }) => apis[0]?.daemon.strike() },
  { name: 'kill -9 of the proxy before the API', act: async ({ fronts }) => fronts.apiProxy.strike() },
  {
    name: 'kill -9 of the proxy before the database',
    act: async ({ fronts }) => fronts.databaseProxy.strike(),
  },
  { name: 'kill -9 of the pool', act: async ({ fronts }) => fronts.pool.strike() },
  { name: `the primary frozen for ${frozenSeconds} s`, act: freezePrimary },
  {
    name: "kill -9 of etcd's leader",
    act: async ({ cluster }) => (await cluster.etcdLeader()).daemon.strike(),
  },
  { name: `etcd without a quorum for ${awaySeconds} s`, act: loseQuorum },
  { name: 'a storm of connections', act: storm },
  {
    name: 'kill -9 of every API at once',
    act: async ({ apis }) => apis.forEach(({ daemon }) => daemon.strike()),
  },
];

/** Replaces one process after the other with this build, the last of them through the pool. */
export function rollingUpgrade(project: string): Strike {
  return {
    name: 'a rolling upgrade from the last release',
    act: async (world) => {
      const { apis, fronts, folder } = world;
      for (const [place, api] of apis.entries())
        await replaceApi(folder, api, {
          project,
          fronts,
          poolsBy: place === apis.length - 1 ? 'transaction' : 'none',
        });
    },
  };
}

/** The machine is gone, with Patroni and all of PostgreSQL, and returns after a while. */
async function killPrimary({ cluster }: World): Promise<void> {
  const node = await cluster.primary();
  const stopped = node.daemon.stop('SIGKILL');
  for (const pid of processesOf(node)) signal(pid, 'SIGKILL');
  await stopped;
  await sleep(awaySeconds * 1_000);
  node.daemon.start();
}

/** Everything on that machine freezes, and resumes believing that it is the primary. */
async function freezePrimary({ cluster }: World): Promise<void> {
  const node = await cluster.primary();
  const all = [...processesOf(node), ...(node.daemon.pid === null ? [] : [node.daemon.pid])];
  for (const pid of all) signal(pid, 'SIGSTOP');
  await sleep(frozenSeconds * 1_000);
  for (const pid of all) signal(pid, 'SIGCONT');
}

async function loseQuorum({ cluster }: World): Promise<void> {
  const leader = await cluster.etcdLeader();
  const other = cluster.etcd.find((each) => each !== leader);
  const gone = [leader, ...(other ? [other] : [])];
  await Promise.all(gone.map(({ daemon }) => daemon.stop('SIGKILL')));
  await sleep(awaySeconds * 1_000);
  for (const { daemon } of gone) daemon.start();
  await until('a leader of etcd', async () => (await cluster.etcdLeader()) !== undefined);
}

/** Far more connections than people: idle ones to the API, and to the database until it accepts no more. */
async function storm({ fronts }: World): Promise<void> {
  const sockets = Array.from({ length: 1_500 }, () => {
    const socket = connect({ port: fronts.apiPort, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    return socket;
  });
  const url = `postgres://${role.name}:${role.password}@127.0.0.1:${fronts.databasePort}/mercado`;
  const clients = Array.from({ length: 250 }, () => new Client({ connectionString: url }));
  for (const client of clients) client.on('error', () => undefined);
  const opened = Promise.allSettled(clients.map((client) => client.connect()));
  await sleep(stormSeconds * 1_000);
  await opened;
  await Promise.allSettled(clients.map((client) => client.end()));
  for (const socket of sockets) socket.destroy();
}

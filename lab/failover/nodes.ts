import { existsSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildUser } from '#src/server/postgres/cluster/child-user.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { Daemon, until } from './daemon.ts';
import type { Programs } from './programs.ts';

/** A machine with PostgreSQL and Patroni on it. */
export type DatabaseNode = { name: string; port: number; restPort: number; daemon: Daemon; data: string };
export type EtcdNode = { name: string; clientPort: number; daemon: Daemon };

export type Cluster = {
  etcd: readonly EtcdNode[];
  nodes: readonly DatabaseNode[];
  /** Returns the node that holds the leader's key and accepts writes. */
  primary(): Promise<DatabaseNode>;
  etcdLeader(): Promise<EtcdNode>;
  /** Returns whether one leader runs, one follows it synchronously, and the third runs. */
  whole(): Promise<boolean>;
  stop(): Promise<void>;
};

export const superuserPassword = 'superuser';

type Place = { folder: string; user: ChildUser; programs: Programs };

/** Starts three etcd and three PostgreSQL under Patroni, by deploy/patroni.yml. */
export async function startCluster(place: Place): Promise<Cluster> {
  const etcd = await startEtcd(place);
  const nodes: DatabaseNode[] = [];
  for (const name of ['db1', 'db2', 'db3']) nodes.push(await makeNode(place, name, etcd));
  // Only the first creates the cluster; the others copy it.
  nodes[0]?.daemon.start();
  const cluster = watchCluster(etcd, nodes);
  await until('the first node', async () => (await cluster.primary()) !== undefined, 180);
  for (const node of nodes.slice(1)) node.daemon.start();
  await until('three nodes', cluster.whole, 240);
  return cluster;
}

function watchCluster(etcd: readonly EtcdNode[], nodes: readonly DatabaseNode[]): Cluster {
  const primary = async (): Promise<DatabaseNode> => {
    for (const node of nodes) if (await answers(node.restPort, '/primary')) return node;
    throw new Error('there is no primary');
  };
  return {
    etcd,
    nodes,
    primary,
    etcdLeader: async () => {
      for (const each of etcd) {
        const status = await etcdStatus(each).catch(() => null);
        if (status !== null && status.leader === status.self) return each;
      }
      throw new Error('etcd has no leader');
    },
    whole: async () => {
      await primary();
      const states = await Promise.all(
        nodes.map(async ({ restPort }) => [
          await answers(restPort, '/primary'),
          await answers(restPort, '/sync'),
          await answers(restPort, '/replica'),
        ]),
      );
      const count = (place: number): number => states.filter((state) => state[place]).length;
      return count(0) === 1 && count(1) >= 1 && count(2) === 2;
    },
    stop: async () => {
      await Promise.all(nodes.map(({ daemon }) => daemon.stop()));
      for (const node of nodes) for (const pid of processesOf(node)) signal(pid, 'SIGKILL');
      await Promise.all(etcd.map(({ daemon }) => daemon.stop('SIGKILL')));
    },
  };
}

async function startEtcd({ folder, user, programs }: Place): Promise<EtcdNode[]> {
  const ports = await Promise.all(
    ['e1', 'e2', 'e3'].map(async (name) => ({
      name,
      clientPort: await freePort(),
      peerPort: await freePort(),
    })),
  );
  const members = ports.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(',');
  return ports.map(({ name, clientPort, peerPort }) => {
    const peer = `http://127.0.0.1:${peerPort}`;
    const client = `http://127.0.0.1:${clientPort}`;
    const daemon = new Daemon({
      name,
      command: programs.etcd,
      parameters: [
        `--name=${name}`,
        `--data-dir=${join(folder, name)}`,
        `--initial-cluster=${members}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--listen-client-urls=${client}`,
        `--advertise-client-urls=${client}`,
        '--initial-cluster-state=new',
        '--heartbeat-interval=250',
        '--election-timeout=2500',
      ],
      user,
      log: join(folder, `${name}.log`),
    });
    daemon.start();
    return { name, clientPort, daemon };
  });
}

async function makeNode(
  { folder, user, programs }: Place,
  name: string,
  etcd: readonly EtcdNode[],
): Promise<DatabaseNode> {
  const [port, restPort] = [await freePort(), await freePort()];
  const data = join(folder, `${name}-data`);
  const rest = `127.0.0.1:${restPort}`;
  const daemon = new Daemon({
    name,
    command: programs.patroni,
    parameters: [writeConfig(folder)],
    environment: {
      HOME: folder,
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgresBin,
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
      PATRONI_ETCD3_HOSTS: etcd.map(({ clientPort }) => `127.0.0.1:${clientPort}`).join(','),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: superuserPassword,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: 'replicator',
    },
    cwd: folder,
    user,
    log: join(folder, `${name}.log`),
  });
  return { name, port, restPort, daemon, data };
}

/** deploy/patroni.yml, with PostgreSQL's sockets in this run's folder. */
function writeConfig(folder: string): string {
  const path = join(folder, 'patroni.yml');
  const own = `postgresql:\n  parameters:\n    unix_socket_directories: '${folder}'`;
  writeFileSync(path, readFileSync('deploy/patroni.yml', 'utf8').replace(/^postgresql:$/m, own), {
    mode: 0o644,
  });
  return path;
}

async function answers(port: number, path: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  );
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

async function etcdStatus({ clientPort }: EtcdNode): Promise<{ leader: string; self: string }> {
  const answer = await fetch(`http://127.0.0.1:${clientPort}/v3/maintenance/status`, {
    method: 'POST',
    body: '{}',
    signal: AbortSignal.timeout(2_000),
  });
  const { leader = '', header } = (await answer.json()) as { leader?: string; header: { member_id: string } };
  return { leader, self: header.member_id };
}

/** Returns a node's PostgreSQL processes by their working folder: the postmaster and all of its children. */
export function processesOf({ data }: Pick<DatabaseNode, 'data'>): number[] {
  if (!existsSync(data)) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildUser } from '#src/server/postgres/cluster/child-user.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { Daemon } from './daemon.ts';
import type { DatabaseNode } from './nodes.ts';
import type { Programs } from './programs.ts';

export type Fronts = {
  /** Port for people's calls. */
  apiPort: number;
  /** Ports of the primary, of its followers, and of the pool. */
  databasePort: number;
  readPort: number;
  poolPort: number;
  apiProxy: Daemon;
  databaseProxy: Daemon;
  pool: Daemon;
  /** deploy/Caddyfile before the same processes; null when this machine has no Caddy. */
  caddy: { daemon: Daemon; port: number } | null;
};

export const role = { name: 'mercado', password: 'mercado' } as const;

/**
 * Starts deploy/haproxy.cfg before the API, again before the database, and deploy/pgbouncer.ini between the
 * two.
 */
export async function startFronts(
  { folder, user, programs }: { folder: string; user: ChildUser; programs: Programs },
  nodes: readonly DatabaseNode[],
  apiPorts: readonly number[],
): Promise<Fronts> {
  const [apiPort, databasePort, readPort, poolPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const servers = Object.fromEntries([
    ...apiPorts.map((port, place) => [`API_${place + 1}`, `127.0.0.1:${port}`]),
    ...nodes.map(({ port }, place) => [`DB_${place + 1}`, `127.0.0.1:${port}`]),
    ...nodes.map(({ restPort }, place) => [`PATRONI_${place + 1}`, `127.0.0.1:${restPort}`]),
  ]);
  const proxy = (name: string, binds: Record<string, number>): Daemon =>
    new Daemon({
      name,
      command: programs.haproxy,
      parameters: ['-db', '-f', 'deploy/haproxy.cfg'],
      environment: {
        ...servers,
        ...Object.fromEntries(Object.entries(binds).map(([key, port]) => [key, `127.0.0.1:${port}`])),
      },
      user,
      log: join(folder, `${name}.log`),
    });
  // One file, two processes: each gives the other's place to an unused port.
  const [spare1, spare2, spare3] = [await freePort(), await freePort(), await freePort()];
  const apiProxy = proxy('api-proxy', { API_BIND: apiPort, DB_BIND: spare1, DB_READ_BIND: spare2 });
  const databaseProxy = proxy('database-proxy', {
    API_BIND: spare3,
    DB_BIND: databasePort,
    DB_READ_BIND: readPort,
  });
  const pool = new Daemon({
    name: 'pool',
    command: programs.pgbouncer,
    parameters: [writePool(folder, { databasePort, poolPort })],
    user,
    log: join(folder, 'pool.log'),
  });
  for (const daemon of [apiProxy, databaseProxy, pool]) daemon.start();
  const caddy = await startCaddy({ folder, user, programs }, apiPorts);
  return { caddy, apiPort, databasePort, readPort, poolPort, apiProxy, databaseProxy, pool };
}

async function startCaddy(
  { folder, user, programs }: { folder: string; user: ChildUser; programs: Programs },
  apiPorts: readonly number[],
): Promise<Fronts['caddy']> {
  if (programs.caddy === null) return null;
  const port = await freePort();
  const daemon = new Daemon({
    name: 'caddy',
    command: programs.caddy,
    parameters: ['run', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
    environment: {
      // Without a public name there is no certificate.
      MERCADO_SITE: `http://127.0.0.1:${port}`,
      MERCADO_SERVERS: apiPorts.map((each) => `127.0.0.1:${each}`).join(' '),
      CADDY_ADMIN: 'off',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    user,
    log: join(folder, 'caddy.log'),
  });
  daemon.start();
  return { daemon, port };
}

function writePool(folder: string, ports: { databasePort: number; poolPort: number }): string {
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${role.name}" "${role.password}"\n`, { mode: 0o644 });
  const path = join(folder, 'pgbouncer.ini');
  const text = readFileSync('deploy/pgbouncer.ini', 'utf8')
    .replace('port=5000', `port=${ports.databasePort}`)
    .replace('listen_port = 6432', `listen_port = ${ports.poolPort}`)
    .replace('auth_file = userlist.txt', `auth_file = ${users}`);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

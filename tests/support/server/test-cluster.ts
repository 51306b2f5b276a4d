import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { findBinaries } from '#src/server/run/postgres/cluster/binaries.ts';
import { childUserFor } from '#src/server/run/postgres/cluster/child-user.ts';
import { initCluster, readPassword, superuser } from '#src/server/run/postgres/cluster/init-cluster.ts';
import { chooseAddress, startPostmaster, urlAt } from '#src/server/run/postgres/cluster/postmaster.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { quickFolder } from './quick-folder.ts';

/** One PostgreSQL for a whole run of tests, with a migrated database that each test copies. */
export type TestCluster = { url: string; template: string };

/** Variable with the running cluster, for all processes of a run. */
export const clusterVariable = 'TEST_CLUSTER';

/** The cluster started by `npm test` or by vitest's global setup, for a test file's process. */
export function runningTestCluster(): TestCluster | null {
  const text = process.env[clusterVariable];
  return text ? (JSON.parse(text) as TestCluster) : null;
}

/** vitest's global setup: starts a cluster unless one is running, and returns a function to stop it. */
export async function setup(): Promise<() => Promise<void>> {
  if (runningTestCluster()) return () => Promise.resolve();
  const { cluster, stop } = await startTestCluster();
  process.env[clusterVariable] = JSON.stringify(cluster);
  return stop;
}

/**
 * Uses the PostgreSQL that `TEST_DATABASE_URL` names, otherwise its own, which does not wait for the disk.
 */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: () => Promise.resolve() } : await startServer();
  const template = `mercado_template_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server.url, `create database ${template}`);
  const database = await openPostgres({ databaseUrl: withName(server.url, template), log: () => undefined });
  await migrate(database);
  await database.close();
  return {
    cluster: { url: server.url, template },
    stop: async () => {
      if (given)
        for (const name of [template, marketsOf(template)])
          await asAdmin(server.url, `drop database if exists ${name}`);
      await server.stop();
    },
  };
}

/** Name of the copy of `template` that has two markets, made by the first test that needs it. */
export function marketsOf(template: string): string {
  return `${template}_markets`;
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = quickFolder();
  const data = join(home, 'data');
  const user = childUserFor(data);
  if (user) fs.chownSync(home, user.uid, user.gid);
  const binaries = findBinaries(user);
  initCluster(binaries, data, user, ['--no-sync']);
  const address = await chooseAddress(home, user);
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300', max_wal_size: '1GB' };
  const postmaster = await startPostmaster({ binaries, data, address, user, settings });
  return {
    url: urlAt(address, superuser, readPassword(data), 'postgres'),
    stop: async () => {
      postmaster.abandon();
      await postmaster.ended;
      fs.rmSync(home, { recursive: true, force: true });
      address.remove();
    },
  };
}

export const asAdmin = (url: string, sql: string): Promise<unknown> =>
  withClient(url, (client) => client.query(sql));

/** Copies a database by its files where PostgreSQL can (15), which takes half the time of its log. */
export function copyDatabase(url: string, name: string, source: string): Promise<unknown> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const strategy = Number(rows[0]?.server_version_num) >= 150_000 ? 'strategy file_copy' : '';
    await client.query(`create database ${name} template ${source} ${strategy}`);
  });
}

async function withClient<Value>(url: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function withName(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

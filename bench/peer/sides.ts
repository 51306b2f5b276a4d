import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterUrls } from '#src/server/run/postgres/cluster/cluster-places.ts';
import type { Database } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { asAdmin, withName } from '#tests/support/server/test-cluster.ts';
import { buildPrograms } from '../build-programs.ts';
import type { Recorded } from '../purchases/judge.ts';
import { Daemon, untilReady } from './daemon.ts';
import { peerTables } from './tables.ts';

/** Smallest unit shown, of each new voucher. */
export const face = 2_000_000;

/** The plain endpoint with pg, and the same through an ORM. */
export type PeerName = 'peer' | 'orm';
const programs: Record<Side['name'], string> = {
  ours: 'bench/peer/our-server.ts',
  peer: 'bench/peer/endpoint.ts',
  orm: 'bench/peer/orm-endpoint.ts',
};

/** The files to run, by side. */
export type BuiltSides = ReadonlyMap<Side['name'], string>;

export async function buildSides(): Promise<BuiltSides> {
  const files = await buildPrograms(programs);
  return new Map((['ours', 'peer', 'orm'] as const).map((name, n) => [name, files[n] ?? '']));
}

/** One of the servers: a separate process with a separate database on the same PostgreSQL. */
export type Side = {
  name: 'ours' | PeerName;
  url: string;
  daemon: Daemon;
  database: Database;
  customer: string;
  stall: string;
  /** Issues that many vouchers of `face`; returns their ids. */
  issue(count: number): Promise<string[]>;
  /** Returns the recorded purchases of these vouchers. */
  recorded(vouchers: readonly string[]): Promise<Recorded[]>;
};

export async function openOurs(built: BuiltSides, urls: ClusterUrls, folder: string): Promise<Side> {
  const database = await openPostgres({ databaseUrl: urls.databaseUrl, log: () => undefined });
  await migrate(database);
  const { customer, stalls, issue } = await openSmallMarket(database);
  return {
    name: 'ours',
    ...(await startProgram('ours', { built, databaseUrl: urls.databaseUrl, folder })),
    database,
    customer,
    stall: stalls[0],
    issue: (count) => Promise.all(Array.from({ length: count }, () => issue(face))),
    recorded: (vouchers) =>
      read(
        database,
        vouchers,
        `select m.reference, m.kind, p.amount from movement m join purchase p on p.movement_id = m.id
          where p.voucher_id = any($1::uuid[])`,
      ),
  };
}

export async function openPeer(
  name: PeerName,
  built: BuiltSides,
  urls: ClusterUrls,
  folder: string,
): Promise<Side> {
  const { username } = new URL(urls.databaseUrl);
  await asAdmin(urls.maintenanceUrl, `create database ${name} owner ${username}`);
  const databaseUrl = withName(urls.databaseUrl, name);
  const database = await openPostgres({ databaseUrl, log: () => undefined });
  await asAdmin(databaseUrl, peerTables);
  const [customer, stall] = [randomUUID(), randomUUID()];
  await database.query({ text: 'insert into stall (id, name) values ($1, $2)', values: [stall, 'Estante'] });
  return {
    name,
    ...(await startProgram(name, { built, databaseUrl, folder })),
    database,
    customer,
    stall,
    issue: async (count) => {
      const { rows } = await database.query<{ id: string }>({
        text: `insert into voucher (id, owner_id, balance)
          select gen_random_uuid(), $1, $2 from generate_series(1, $3::int) returning id`,
        values: [customer, face, count],
      });
      return rows.map(({ id }) => id);
    },
    recorded: (vouchers) =>
      read(
        database,
        vouchers,
        `select request_id as reference, 'purchase' as kind, amount from purchase
          where voucher_id = any($1::uuid[])`,
      ),
  };
}

async function startProgram(
  name: Side['name'],
  { built, databaseUrl, folder }: { built: BuiltSides; databaseUrl: string; folder: string },
): Promise<Pick<Side, 'url' | 'daemon'>> {
  const port = await freePort();
  const log = join(folder, `${name}.log`);
  const daemon = new Daemon({
    name,
    command: process.execPath,
    parameters: [built.get(name) ?? ''],
    environment: { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: 'production' },
    log,
  });
  daemon.start();
  try {
    await untilReady(port);
  } catch (cause) {
    await daemon.stop();
    throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : `${name} printed nothing`, { cause });
  }
  return { url: `http://127.0.0.1:${port}`, daemon };
}

async function read(database: Database, vouchers: readonly string[], text: string): Promise<Recorded[]> {
  const { rows } = await database.query<Recorded>({ text, values: [vouchers] });
  return rows;
}

export async function closeSide({ daemon, database }: Side): Promise<void> {
  await daemon.stop();
  await database.close();
}

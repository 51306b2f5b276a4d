import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import { createPurchaseQueue } from '#src/server/ledger/purchase-queue.ts';
import { purchaseStatement } from '#src/server/ledger/purchase-statement.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import type { Database } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openCluster } from '#src/server/store/cluster/open-cluster.ts';
import { usualPool } from '#src/server/store/pooling/pool-limits.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { temporaryFolder } from '#tests/support/test-database.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/small-market.ts';
import { median, ratePerSecond, whole } from '../measure.ts';

const vouchers = 1_000;
const seconds = 4;
const rounds = 5;

/** Purchases per second on PostgreSQL, ours through service, queue and driver against pgbench with the same SQL, in turns. */
export async function againstPgbench(): Promise<void> {
  const pgbench = findPgbench();
  if (!pgbench) {
    console.log('pgbench was not found: nothing to measure against.');
    return;
  }
  const folder = temporaryFolder();
  const cluster = await openCluster({
    folder,
    log: () => undefined,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const { databaseUrl } = cluster;
  try {
    await compare(databaseUrl, pgbench, { connections: 1, goal: 0.85 });
    await compare(databaseUrl, pgbench, { connections: 32, goal: 0.9 });
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true });
  }
}

async function compare(
  databaseUrl: string,
  pgbench: string,
  { connections, goal }: { connections: number; goal: number },
): Promise<void> {
  const database = await openPostgres({
    databaseUrl,
    log: () => undefined,
    limits: { ...usualPool, money: connections, read: 2 },
  });
  try {
    await migrate(database);
    const market = await openSmallMarket(database);
    await issueVouchers(database, market);
    const ours: number[] = [];
    const theirs: number[] = [];
    const driver: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await runOurs(database, market, connections));
      theirs.push(runPgbench(pgbench, databaseUrl, market, connections));
      if (connections === 1) driver.push(await runDriver(databaseUrl, market));
    }
    const ratio = median(ours) / median(theirs);
    console.log(
      `PostgreSQL, ${connections} connections: ${whole(median(ours))}/s, pgbench ${whole(median(theirs))}/s, ` +
        `ratio ${ratio.toFixed(2)} (goal ${goal.toFixed(2)}), median of ${rounds} rounds of ${seconds} s in turns`,
    );
    if (driver.length > 0)
      console.log(
        `the driver alone with the same statement: ${whole(median(driver))}/s, ` +
          `${(median(driver) / median(theirs)).toFixed(2)} of pgbench; ours is ${(median(ours) / median(driver)).toFixed(2)} of it`,
      );
  } finally {
    await database.close();
  }
}

/** Vouchers whose id follows from their number, so that pgbench can name them. */
async function issueVouchers(database: Database, market: SmallMarket): Promise<void> {
  await database.query({
    text: `with n as (select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(0, $1::int - 1) n),
      a as (insert into ledger_account (id, kind, owner_id, market_id) select id, 'voucher', id, $2::uuid from n on conflict do nothing)
      insert into voucher (id, owner_id, market_id, face, balance, short_code, created_at)
      select id, $3::uuid, $2::uuid, 1000000000, 1000000000, 'BENCH', now() from n
      on conflict (id) do update set owner_id = excluded.owner_id, market_id = excluded.market_id, balance = excluded.balance`,
    values: [vouchers, market.markets[0], market.customer],
  });
  await database.query({ text: 'analyze' });
}

function runOurs(database: Database, market: SmallMarket, connections: number): Promise<number> {
  const purchases = createPurchaseQueue(database, () => new Date());
  return ratePerSecond(connections, seconds, async () => {
    const command = {
      userId: market.customer,
      estanteId: market.stalls[0],
      codeQrUuid: toVoucherId(randomVoucher()),
      price: toAmount(1_500),
    };
    const answer = await recordPurchase({ purchases }, command, null, toOpId(randomUUID()));
    if (answer.kind !== 'done') throw new Error(`refused: ${answer.code}`);
  });
}

function randomVoucher(): string {
  return `00000000-0000-4000-8000-${String(Math.floor(Math.random() * vouchers)).padStart(12, '0')}`;
}

/** The most that Node.js can do on one connection: the driver without the service, the queue and the pool. */
async function runDriver(databaseUrl: string, market: SmallMarket): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await ratePerSecond(1, seconds, async () => {
      const entry = {
        n: 0,
        kind: 'purchase',
        op: randomUUID(),
        hash: 'bench',
        voucher: randomVoucher(),
        customer: market.customer,
        stall: market.stalls[0],
        price: 1_500,
        movement: randomUUID(),
        code: `C-${randomUUID()}`,
        actor: null,
      };
      await client.query({
        name: 'purchase',
        text: purchaseStatement,
        values: [JSON.stringify([entry]), new Date()],
      });
    });
  } finally {
    await client.end();
  }
}

function runPgbench(pgbench: string, databaseUrl: string, market: SmallMarket, connections: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'));
  try {
    const entry = `jsonb_build_array(jsonb_build_object('n', 0, 'kind', 'purchase', 'op', gen_random_uuid()::text, 'hash', 'bench',
      'voucher', '00000000-0000-4000-8000-' || lpad(:v::text, 12, '0'), 'customer', '${market.customer}',
      'stall', '${market.stalls[0]}', 'price', 1500, 'movement', gen_random_uuid(),
      'code', 'C-' || gen_random_uuid()::text, 'actor', null))`;
    const sql = purchaseStatement
      .replace('$1::text::jsonb', entry)
      .replaceAll('$2::timestamptz', 'now()')
      // pgbench would take the colons of the time's format for variables of its own.
      .replaceAll('HH24:MI:SS', 'HH24.MI.SS');
    const file = join(folder, 'purchase.sql');
    writeFileSync(file, `\\set v random(0, ${vouchers - 1})\n${sql.trim().replaceAll('\n', ' ')};\n`);
    const url = new URL(databaseUrl);
    const run = spawnSync(pgbench, pgbenchArguments(connections, file, url), {
      encoding: 'utf8',
      env: { ...process.env, PGPASSWORD: url.password },
    });
    const tps = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
    if (!tps || /failed: [1-9]/.test(run.stdout))
      throw new Error(`pgbench failed: ${run.stderr}${run.stdout}`);
    return Number(tps);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pgbenchArguments(connections: number, file: string, url: URL): string[] {
  const host = url.searchParams.get('host') ?? url.hostname;
  const load = `-n -M prepared -c ${connections} -j ${Math.min(connections, 2)} -T ${seconds}`.split(' ');
  return load.concat('-f', file, '-U', url.username, '-h', host, url.pathname.slice(1));
}

function findPgbench(): string | null {
  const roots = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)
    : [];
  return [...roots, '/usr/bin/pgbench', '/usr/local/bin/pgbench'].find((path) => existsSync(path)) ?? null;
}

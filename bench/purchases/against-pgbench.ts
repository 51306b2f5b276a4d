import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { purchaseStatement } from '#src/operations/purchase/statement.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import type { Database } from '#src/server/store/database.ts';
import { usualPool } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { sessionSettingsSql } from '#src/server/store/session-settings.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { median, ratePerSecond, whole } from '../measure.ts';
import {
  findPgbench,
  issueVouchers,
  type BenchMarket,
  randomVoucher,
  runPgbench,
  seconds,
} from './pgbench.ts';

const rounds = 5;

/**
 * Purchases per second on PostgreSQL: ours through service, queue and driver, and pgbench with the same SQL,
 * in turns.
 */
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
    const market = await openMarket(databaseUrl);
    await compare(databaseUrl, market, pgbench, { connections: 1, goal: 0.9 });
    await compare(databaseUrl, market, pgbench, { connections: 32, goal: 0.9 });
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true });
  }
}

/** One market for all comparisons: a voucher's id is its number, and its account belongs to its market. */
async function openMarket(databaseUrl: string): Promise<BenchMarket> {
  const database = await openPostgres({ databaseUrl, log: () => undefined });
  try {
    await migrate(database);
    const market = await openSmallMarket(database);
    await issueVouchers(database, market);
    return market;
  } finally {
    await database.close();
  }
}

async function compare(
  databaseUrl: string,
  market: BenchMarket,
  pgbench: string,
  { connections, goal }: { connections: number; goal: number },
): Promise<void> {
  const database = await openPostgres({
    databaseUrl,
    log: () => undefined,
    limits: { ...usualPool, money: connections, read: 2 },
  });
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    const driver: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await runOurs(database, market, connections));
      theirs.push(runPgbench(pgbench, databaseUrl, market, connections));
      if (connections === 1) driver.push(await runDriver(databaseUrl, market));
    }
    console.log(
      `PostgreSQL, ${connections} connections: ${whole(median(ours))}/s, pgbench ${whole(median(theirs))}/s, ` +
        `median of ${rounds} rounds of ${seconds} s in turns`,
    );
    reportFigure({
      what: `Purchases on ${connections} ${connections === 1 ? 'connection' : 'connections'}, to pgbench with the same statement`,
      figure: median(ours) / median(theirs),
      unit: '',
      wanted: { atLeast: goal },
    });
    if (driver.length > 0)
      reportFigure({
        what: 'Purchases on 1 connection, to the driver alone with the same statement',
        figure: median(ours) / median(driver),
        unit: '',
        wanted: { atLeast: 0.95 },
      });
  } finally {
    await database.close();
  }
}

function runOurs(database: Database, market: BenchMarket, connections: number): Promise<number> {
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

/** The maximum of Node.js on one connection: the driver without the service, the queue and the pool. */
async function runDriver(databaseUrl: string, market: BenchMarket): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // Without them its kept plan reads whole tables, and it would be the slower side.
  await client.query(sessionSettingsSql(usualPool));
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

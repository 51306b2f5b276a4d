import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { median, ratePerSecond, whole } from '../measure.ts';
import { findPgbench, issueVouchers, runPgbench, seconds } from './pgbench.ts';

const connections = 32;
const rounds = 5;

type Job = { url: string; vouchers: string[]; userId: string; estanteId: string };

/**
 * Purchases per second over HTTP on the server's own PostgreSQL, with real sync: group commit against one by
 * one, and against pgbench with the same statement on as many connections, in turns. Server and callers share
 * this machine; pgbench has no HTTP callers.
 */
export async function groupCommit(): Promise<void> {
  const dataDir = temporaryFolder();
  const cluster = await openCluster({
    folder: dataDir,
    log: () => undefined,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const { databaseUrl } = cluster;
  const database = await openPostgres({ databaseUrl, log: () => undefined });
  await migrate(database);
  const pgbench = findPgbench();
  const market = await openSmallMarket(database);
  if (pgbench) await issueVouchers(database, market);
  const vouchers = await Promise.all(Array.from({ length: 256 }, () => market.issue(2_000_000)));
  const grouped = await openTestApp(database);
  const oneByOne = await openTestApp(database, { purchaseGroups: { maxBatch: 1, usualStatements: 10 } });
  const rates = { grouped: [] as number[], oneByOne: [] as number[] };
  const theirs: number[] = [];
  try {
    for (const app of [grouped, oneByOne]) await app.listen({ host: '127.0.0.1', port: 0 });
    for (let round = 0; round <= rounds; round += 1) {
      if (pgbench && round > 0) theirs.push(runPgbench(pgbench, databaseUrl, market, connections));
      for (const [name, app] of Object.entries({ grouped, oneByOne })) {
        const { port } = app.server.address() as AddressInfo;
        const job = {
          vouchers,
          userId: market.customer,
          estanteId: market.stalls[0],
          url: `http://127.0.0.1:${port}`,
        };
        const rate = await runInWorker(job);
        // The first round warms up.
        if (round > 0) rates[name as keyof typeof rates].push(rate);
      }
    }
  } finally {
    await grouped.close();
    await oneByOne.close();
    await database.close();
    await cluster.close();
    rmSync(dataDir, { recursive: true });
  }
  console.log(
    `Own PostgreSQL over HTTP, ${connections} connections: group commit ${whole(median(rates.grouped))}/s, one by one ` +
      `${whole(median(rates.oneByOne))}/s, median of ${rounds} rounds of ${seconds} s in turns`,
  );
  reportFigure({
    what: `Group commit over HTTP on ${connections} connections, to one by one`,
    figure: median(rates.grouped) / median(rates.oneByOne),
    unit: '',
    wanted: { atLeast: 2 },
  });
  if (theirs.length > 0)
    reportFigure({
      what: `Purchases over HTTP on ${connections} connections, to pgbench with the same statement`,
      figure: median(rates.grouped) / median(theirs),
      unit: '',
      wanted: { atLeast: 0.6 },
    });
}

function runInWorker(job: Job): Promise<number> {
  return new Promise((resolve, reject) => {
    // The TypeScript loader must be loaded before the worker's own file is read.
    const start = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(import.meta.url)}); })`;
    const worker = new Worker(start, { eval: true, workerData: job });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function load(job: Job): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const rate = await ratePerSecond(connections, seconds, (connection) => buy(job, agent, connection));
  agent.destroy();
  return rate;
}

let sent = 0;

function buy({ url, vouchers, userId, estanteId }: Job, agent: Agent, connection: number): Promise<void> {
  sent += 1;
  const codeQrUuid = vouchers[(sent * 7 + connection) % vouchers.length];
  const body = JSON.stringify({ userId, estanteId, codeQrUuid, price: 1 });
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/api/v1/shopping/create`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': randomUUID(),
        },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode === 201 ? resolve() : reject(new Error(`status ${answer.statusCode}`)),
        );
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}

if (!isMainThread) parentPort?.postMessage(await load(workerData as Job));

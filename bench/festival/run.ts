import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { percentMet, readRulesMet, type RulesMet } from '#scripts/month/rules-met.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { percentile, whole } from '../measure.ts';
import { isRight, judge, type Recorded } from '../purchases/judge.ts';
import { findPgbench, issueVouchers, runPgbench } from '../purchases/pgbench.ts';
import { gather } from './crowd.ts';
import { HttpCaller } from './http-caller.ts';
import { replay, type Replay } from './replay.ts';

/**
 * `npm run festival [-- --purchases 500000]`: the largest published event (docs/limits.md), replayed over HTTP on the built server as
 * fast as this machine allows: 340 tills, every fifth of them offline, 70 top-up points, reports read half of the time. Compares every
 * operation with the ledger and the rate with pgbench on the same statement in the same run. Prints how many sales and top-ups of such an
 * honest day met a rule against fraud. Exits with 1 if anything deviates.
 * `-- --minutes 30` runs for that long, regardless of the number of purchases, as a soak test.
 */
const { values } = parseArgs({
  options: { purchases: { type: 'string', default: '500000' }, minutes: { type: 'string' } },
});
const target = values.minutes === undefined ? Number(values.purchases) : Infinity;
const forMs = values.minutes === undefined ? Infinity : Number(values.minutes) * 60_000;
const [tills, points] = [340, 70];
const mostGrowth = 1.1;
const mostBesideReports = 2;
/** Percent of honest sales, and of honest top-ups. */
const mostMet = 1;
const folder = temporaryFolder();
await buildIfStale();
const cluster = await openCluster({
  folder,
  log: () => undefined,
  onFatal: (reason) => {
    throw new Error(reason);
  },
});
const server = await startServer(cluster.databaseUrl);
const database = await openPostgres({ databaseUrl: cluster.databaseUrl, log: () => undefined });
const caller = new HttpCaller(server.url);
try {
  const crowd = await gather(database, caller, { tills, points });
  console.log(
    `${tills} tills and ${points} top-up points signed in; ` +
      (values.minutes === undefined ? `${whole(target)} purchases begin` : `${values.minutes} minutes begin`),
  );
  const memory = watchMemory(server);
  const from = performance.now();
  const done = await replay(caller, crowd, { target, forMs }).finally(() => memory.stop());
  const seconds = (performance.now() - from) / 1_000;
  const areFine = [await isMoneyRight(database, done), isFlat(memory.stop()), isFastBesideReports(done)];
  const rate = done.purchases() / seconds;
  console.log(
    `${whole(done.purchases())} purchases in ${whole(seconds)} s: ${whole(rate)} a second; asked again ${caller.again}`,
  );
  console.log(
    `${whole(done.withoutLink())} sales without a link, 0 refused by a device's limit: at most ${whole(done.mostOpen())} between two contacts, ` +
      `${whole(defaultOfflineLimits.perDevice)} allowed`,
  );
  areFine.push(await isHardlyFelt(database));
  await compareWithPgbench(rate);
  process.exitCode = areFine.every(Boolean) ? 0 : 1;
} finally {
  caller.close();
  await database.close();
  await server.stop();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

async function startServer(databaseUrl: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: `${folder}/server`,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      TRUST_PROXY: '1',
      ACCESS_TOKEN_MINUTES: '1440',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(`${url}/api/v1/ready`).catch(() => null);
    if (answer?.status === 200) break;
    if (child.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isMoneyRight(ledger: Database, { attempts }: Replay): Promise<boolean> {
  const { rows: recorded } = await ledger.query<Recorded>({
    text: `select m.reference, m.kind, coalesce(p.amount, t.amount) as amount from movement m
      left join purchase p on p.movement_id = m.id left join top_up t on t.movement_id = m.id
      where m.kind in ('purchase', 'top-up')`,
  });
  const { rows } = await ledger.query<{ id: string; balance: number }>({
    text: 'select id, balance from voucher',
  });
  const verdict = judge(attempts, recorded, new Map(rows.map(({ id, balance }) => [id, balance])));
  const { findings } = await auditLedger(ledger);
  const { acknowledged, lost, doubled, unasked, balancesOff } = verdict;
  console.log(
    `acknowledged ${whole(acknowledged)}, lost ${lost}, doubled ${doubled}, unasked ${unasked}, balances off ${balancesOff}; ` +
      `audit: ${findings.length} differences${findings.map((each) => `\n  ${each}`).join('')}`,
  );
  reportFigure({
    what: 'Festival: operations lost, doubled or off, and differences of the audit',
    figure: lost + doubled + unasked + balancesOff + findings.length,
    unit: 'differences',
    wanted: { atMost: 0 },
  });
  return isRight(verdict) && findings.length === 0;
}

type Reading = { resident: number; heap: number; open: number };

/** The server's memory and open handles (files, connections), one reading per second. */
function watchMemory(server: { pid: number; metricsUrl: string }): { stop: () => Reading[] } {
  const readings: Reading[] = [];
  const read = async (): Promise<void> => {
    const metrics = await (await fetch(server.metricsUrl)).text();
    const heap = /^nodejs_heap_size_used_bytes (\d+)/m.exec(metrics)?.[1];
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
    readings.push({
      resident: Number(kilobytes) / 1_024,
      heap: Number(heap) / 1_048_576,
      open: readdirSync(`/proc/${server.pid}/fd`).length,
    });
  };
  const timer = setInterval(() => void read(), 1_000);
  return {
    stop: () => {
      clearInterval(timer);
      return readings;
    },
  };
}

/**
 * The first quarter warms up; from the second to the last nothing may grow. For the heap the minimum counts,
 * which is the level after a collection; resident memory also includes freed pages not returned to the
 * system.
 */
function isFlat(readings: readonly Reading[]): boolean {
  const quarter = Math.floor(readings.length / 4);
  const [second, last] = [readings.slice(quarter, 2 * quarter), readings.slice(-quarter)];
  let flat = true;
  for (const [what, part, name] of [
    ['heap', 5, 'heap after sweeping'],
    ['resident', 50, 'resident memory'],
    ['open', 50, 'open files and connections'],
  ] as const) {
    const of = (some: readonly Reading[]): number =>
      percentile(
        some.map((reading) => reading[what]),
        part,
      );
    const [before, after] = [of(second), of(last)];
    if (quarter < 5) continue;
    console.log(`${name}: ${whole(before)} in the second quarter, ${whole(after)} in the last`);
    reportFigure({
      what: `Festival: ${name} of the server in the last quarter, to the second`,
      figure: after / before,
      unit: '',
      wanted: { atMost: mostGrowth },
    });
    flat &&= after <= before * mostGrowth;
  }
  return flat;
}

function isFastBesideReports({ quietMs, besideReportsMs }: Replay): boolean {
  const [quiet, beside] = [percentile(quietMs, 95), percentile(besideReportsMs, 95)];
  console.log(`p95 of a purchase: ${whole(quiet)} ms, while reports are read ${whole(beside)} ms`);
  reportFigure({
    what: 'Festival: a purchase while reports are read, p95, to itself',
    figure: beside / quiet,
    unit: '',
    wanted: { atMost: mostBesideReports },
  });
  return beside <= quiet * mostBesideReports;
}

/** Returns a line for each rule: "0 of 1,000 sales (0.00 %): CLEARING_LIMIT: the credit line". */
function sayRulesMet({ rules }: RulesMet): string[] {
  return rules.map(({ rule, of, met, among }) => {
    const share = among === 0 ? 'there were none' : `${((100 * met) / among).toFixed(2)} %`;
    return `${met.toLocaleString('en')} of ${among.toLocaleString('en')} ${of} (${share}): ${rule}`;
  });
}

/** Logs the share of an honest day's operations that met a fraud rule. Returns true if that share is at most `mostMet`. */
async function isHardlyFelt(ledger: Database): Promise<boolean> {
  const met = await readRulesMet(ledger);
  const [ofPurchases, ofTopUps] = [percentMet(met, 'sales'), percentMet(met, 'top-ups')];
  const lines = sayRulesMet(met).map((each) => `\n  ${each}`);
  console.log(`rules against liars:${lines.join('')}`);
  console.log(`  the fullest till held ${whole(met.fullestTill)}`);
  for (const [name, figure] of [
    ['sales', ofPurchases],
    ['top-ups', ofTopUps],
  ] as const)
    reportFigure({
      what: `Festival: ${name} that meet a rule against dishonest parties`,
      figure,
      unit: '%',
      wanted: { atMost: mostMet },
    });
  return ofPurchases <= mostMet && ofTopUps <= mostMet;
}

async function compareWithPgbench(rate: number): Promise<void> {
  const pgbench = findPgbench();
  if (!pgbench) return console.log('pgbench was not found: no share of it.');
  const market = await openSmallMarket(database);
  await issueVouchers(database, market);
  const theirs = runPgbench(pgbench, cluster.databaseUrl, market, 32);
  reportFigure({
    what: 'Festival: purchases a second, to pgbench with the same statement on 32 connections',
    figure: rate / theirs,
    unit: '',
    wanted: { atLeast: 0.25 },
  });
}

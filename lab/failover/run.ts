import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { until } from './daemon.ts';
import { FrontClient } from './front-client.ts';
import { isRight, judge, type Recorded } from './judge.ts';
import { buildRelease, lastRelease } from './last-release.ts';
import { findPrograms } from './programs.ts';
import { startAgain } from './start-again.ts';
import { rollingUpgrade, strikes, type Strike } from './strikes.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { makeWorld, type World } from './world.ts';

/**
 * `npm run failover [-- --only <words>] [--keep-logs]`: three databases that confirm to each other, three API
 * processes, proxies before both, and people who buy, top up, sell offline and watch; each part is struck
 * once. Prints the counts of acknowledged, lost, doubled, wrong and unshown operations, and the time without
 * writes. Exits 1 on anything but zeros.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, 'keep-logs': { type: 'boolean', default: false } },
});
/** Time for a strike's effects to show while people continue, ms. */
const afterwardsMs = 6_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const found = findPrograms();
if ('missing' in found) {
  say(`Missing on this machine: ${found.missing.join(', ')} (apt-get install ${found.missing.join(' ')}).`);
  process.exit(1);
}
await buildIfStale();
const release = lastRelease().commit;

let world: World | null = null;
let built: { project: string; remove: () => void } | null = null;
let exitCode = 1;
try {
  say(`Building the last release, ${release.slice(0, 12)}…`);
  const { mkdtempSync } = await import('node:fs');
  built = await buildRelease(release, mkdtempSync('/tmp/release-'));
  say('Starting etcd, Patroni, the proxies and the API…');
  world = await makeWorld(found.programs, built.project);
  exitCode = (await campaign(world, [rollingUpgrade(process.cwd()), comeBack(built.project), ...strikes]))
    ? 0
    : 1;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (world) showLogs(world.folder);
} finally {
  if (world && !values['keep-logs']) await world.stop();
  built?.remove();
}
process.exit(exitCode);

/** A process of the previous release that failed during the upgrade, or to which an operator goes back. */
function comeBack(project: string): Strike {
  return {
    name: 'a process of the last release comes back',
    act: async (here) => say(`  on the new schema it ${await startAgain(here, project)}`),
  };
}

async function campaign(here: World, all: readonly Strike[]): Promise<boolean> {
  const client = new FrontClient(`http://127.0.0.1:${here.fronts.apiPort}`);
  const { caddy } = here.fronts;
  if (caddy === null) say('Without Caddy (apt-get install caddy): the Caddyfile is not tried.');
  // One of the watchers connects through Caddy.
  const other = caddy === null ? client.url : `http://127.0.0.1:${caddy.port}`;
  const traffic = await startTraffic(client, here.database, [client.url, client.url, other]);
  const chosen = all.filter(({ name }, place) => place <= 1 || !values.only || name.includes(values.only));
  let areWhole = true;
  await sleep(3_000);
  for (const strike of chosen) areWhole = (await strikeOnce(here, traffic, strike)) && areWhole;
  await traffic.finish();
  client.end();
  const verdict = await compare(here, traffic);
  const { errors } = client;
  const fallen = here.daemons.flatMap((daemon) => daemon.fallen);
  const { findings } = await auditLedger(here.database);
  say(
    `acknowledged ${verdict.acknowledged}, lost ${verdict.lost}, doubled ${verdict.doubled}, unasked ${verdict.unasked}, ` +
      `balances off ${verdict.balancesOff}, events missing ${verdict.eventsMissing.join(', ')}`,
  );
  say(`audit: ${findings.length} differences${findings.map((each) => `\n  ${each}`).join('')}`);
  say(
    `errors on the way: ours with Retry-After ${errors.ours}, connection lost and asked again ${errors.lost}`,
  );
  for (const [what, count] of errors.foreign) say(`✗ an answer that is not ours, ${count} times: ${what}`);
  for (const each of fallen) say(`✗ ended by itself and was started again: ${each}`);
  say(`watchers reconnected ${traffic.watchers.map((watcher) => watcher.reconnections()).join(', ')} times`);
  const isGood =
    areWhole && isRight(verdict) && findings.length === 0 && errors.foreign.size === 0 && fallen.length === 0;
  say(isGood ? '✓ nothing lost, nothing doubled, nobody was needed.' : '✗ see above.');
  return isGood;
}

/** Strikes, and waits until money moves again and every part is back. */
async function strikeOnce(here: World, traffic: Traffic, { name, act }: Strike): Promise<boolean> {
  const from = performance.now();
  try {
    await act(here);
    await sleep(afterwardsMs);
    await until(
      'money moves again',
      async () => {
        const since = performance.now() - 3_000;
        return traffic.acknowledgedAt.filter((at) => at > since).length > 10;
      },
      120,
    );
    await until('every part is back', here.cluster.whole, 180);
  } catch (error) {
    say(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
  const times = traffic.acknowledgedAt.filter((at) => at >= from);
  const gaps = [from, ...times].map((at, place, list) => (list[place + 1] ?? at) - at);
  say(
    `${name}: nothing written for ${(Math.max(...gaps) / 1_000).toFixed(1)} s, ${times.length} acknowledged in ` +
      `${((performance.now() - from) / 1_000).toFixed(0)} s`,
  );
  return true;
}

async function compare(here: World, traffic: Traffic) {
  const { rows: recorded } = await here.database.query<Recorded>({
    text: `select m.reference, m.kind, m.id, coalesce(p.amount, t.amount) as amount from movement m
      left join purchase p on p.movement_id = m.id left join top_up t on t.movement_id = m.id
      where m.kind in ('purchase', 'top-up')`,
  });
  const { rows } = await here.database.query<{ id: string; balance: number }>({
    text: 'select id, balance from voucher',
  });
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  const seen = traffic.watchers.map((watcher) => watcher.seen);
  // The last events are on their way to the pages.
  await until(
    'the last event',
    async () =>
      isRight({
        ...judge([], [], new Map(), []),
        eventsMissing: judge([], recorded, balances, seen).eventsMissing,
      }),
    20,
  ).catch(() => undefined);
  for (const watcher of traffic.watchers) watcher.stop();
  return judge(traffic.attempts, recorded, balances, seen);
}

function showLogs(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.log'))) {
    const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
    say(`--- ${name}\n${lines.slice(-12).join('\n')}`);
  }
}

import { rmSync } from 'node:fs';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { median, whole } from '../measure.ts';
import { seconds } from '../purchases/pgbench.ts';
import { load, type Load } from './caller.ts';
import { countLosses, purchases, type Losses } from './losses.ts';
import { isProcessorTimeKnown, postgresSeconds, processorSeconds } from './processor-time.ts';
import { buildSides, closeSide, openOurs, openPeer, type PeerName, type Side } from './sides.ts';

/*
 * Our server against the plain endpoint for a purchase (bench/peer/endpoint.ts) and against the same endpoint
 * through an ORM (bench/peer/orm-endpoint.ts): the same load generator, the
 * same PostgreSQL with real disk syncs, each server a separate process, rounds in turns. Then all are
 * killed and cut off while they record 1,000 purchases, and the answers are compared with the rows.
 */
const rounds = 5;
const folder = temporaryFolder();
const cluster = await openCluster({
  folder,
  log: () => undefined,
  onFatal: (reason) => {
    throw new Error(reason);
  },
});
const sides: Side[] = [];

/** Processor time in ms per purchase. */
type Round = Load & { serverMs: number; postgresMs: number };
type Rounds = Record<Side['name'], Round[]>;

try {
  const built = await buildSides();
  sides.push(await openOurs(built, cluster, folder));
  for (const name of ['peer', 'orm'] as const) sides.push(await openPeer(name, built, cluster, folder));
  const vouchers = new Map<Side, string[]>();
  for (const side of sides) vouchers.set(side, await side.issue(256));
  for (const callers of [1, 32]) reportRounds(callers, await inTurns(vouchers, callers));
  for (const side of sides) reportLosses(side, await countLosses(side), await audit(side));
} finally {
  for (const side of sides) await closeSide(side);
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

async function inTurns(vouchers: ReadonlyMap<Side, readonly string[]>, callers: number): Promise<Rounds> {
  const done: Rounds = { ours: [], peer: [], orm: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const before = readProcessorTime(side);
      const run = await load(side, vouchers.get(side) ?? [], { callers, seconds });
      const after = readProcessorTime(side);
      const perPurchase = (from: number, to: number): number => ((to - from) * 1_000) / run.purchases;
      // The first round warms up.
      if (round > 0)
        done[side.name].push({
          ...run,
          serverMs: perPurchase(before.server, after.server),
          postgresMs: perPurchase(before.postgres, after.postgres),
        });
    }
  return done;
}

function readProcessorTime({ daemon }: Side): { server: number; postgres: number } {
  return isProcessorTimeKnown
    ? { server: processorSeconds(daemon.pid), postgres: postgresSeconds(cluster.data) }
    : { server: Number.NaN, postgres: Number.NaN };
}

function reportRounds(callers: number, done: Rounds): void {
  const middle = (name: Side['name'], figure: (round: Round) => number): number =>
    median(done[name].map(figure));
  const ratio = (figure: (round: Round) => number, other: PeerName = 'peer'): number =>
    middle('ours', figure) / middle(other, figure);
  const totalMs = (round: Round): number => round.serverMs + round.postgresMs;
  for (const name of ['ours', 'peer', 'orm'] as const)
    console.log(
      `${name}, ${callers} ${callers === 1 ? 'caller' : 'callers'}: ${whole(middle(name, ({ perSecond }) => perSecond))}/s, ` +
        `p99 ${middle(name, ({ p99Ms }) => p99Ms).toFixed(1)} ms; processor time of a purchase ` +
        `${middle(name, totalMs).toFixed(2)} ms (server ${middle(name, ({ serverMs }) => serverMs).toFixed(2)}, ` +
        `PostgreSQL ${middle(name, ({ postgresMs }) => postgresMs).toFixed(2)}); median of ${rounds} rounds of ${seconds} s in turns`,
    );
  const from = `from ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
  reportFigure({
    what: `Purchases over HTTP ${from}, to a plain endpoint`,
    figure: ratio(({ perSecond }) => perSecond),
    unit: '',
    wanted: { atLeast: callers === 1 ? 0.95 : 1 },
  });
  reportFigure({
    what: `Purchases over HTTP ${from}, to a plain endpoint through an ORM`,
    figure: ratio(({ perSecond }) => perSecond, 'orm'),
    unit: '',
    wanted: { atLeast: 1 },
  });
  if (callers > 1)
    reportFigure({
      what: `p99 of a purchase over HTTP ${from}, to a plain endpoint`,
      figure: ratio(({ p99Ms }) => p99Ms),
      unit: '',
      wanted: { atMost: 1 },
    });
  if (isProcessorTimeKnown)
    reportFigure({
      what: `Processor seconds of a purchase over HTTP ${from}, to a plain endpoint`,
      figure: ratio(totalMs),
      unit: '',
      wanted: { atMost: 1 },
    });
}

/** Returns the number of findings; the plain endpoint has no audit. */
async function audit({ name, database }: Side): Promise<number> {
  return name === 'ours' ? (await auditLedger(database)).findings.length : 0;
}

function reportLosses({ name, daemon }: Side, losses: Losses, findings: number): void {
  const { acknowledged, lost, doubled, unasked, balancesOff, changed, retries, kills } = losses;
  console.log(
    `${name}: ${whole(acknowledged)} of ${whole(purchases)} purchases acknowledged, ${retries} retries, ${kills} kills: ` +
      `lost ${lost}, doubled ${doubled}, unasked ${unasked}, balances off ${balancesOff}, answers changed ${changed}, ` +
      `ended without a kill ${daemon.fallen.length}`,
  );
  // The plain endpoint's figure is printed and has no limit.
  if (name === 'ours')
    reportFigure({
      what: `Purchases lost, doubled or off in ${whole(purchases)} with retries and kills, and differences of the audit`,
      figure: lost + doubled + unasked + balancesOff + changed + findings,
      unit: 'differences',
      wanted: { atMost: 0 },
    });
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { admitPeople } from '#tests/e2e/market-people.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { layLink, type CuttableLink } from './cuttable-link.ts';
import { wanted } from './find-browsers.ts';
import type { ReachBrowser } from './hand.ts';
import { mainJob, type Job } from './main-job.ts';

/*
 * The main job in every browser that this computer has:
 *
 *   npm run reach
 *   npm run reach -- --only firefox,webkit
 *
 * Prints a line per step, and names missing browsers with their packages. Pictures of failures are in
 * `.cache/reach`. Ends with 1 when a step failed or the ledger differs; a browser that is missing is no failure.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = values.only?.split(',');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await buildIfStale();
const linkPort = await freePort();
const market = await startMarket({ PUBLIC_URL: `http://localhost:${linkPort}` });
const link = await layLink(linkPort, () => Number(new URL(market.url).port));
let failures = 0;
try {
  await admitPeople(market);
  for (const [index, { name, missing, find }] of wanted.entries()) {
    if (chosen && !chosen.includes(name)) continue;
    const browser = await find();
    if (browser) failures += await runJob(browser, market, link, `2468452${index}`);
    else say(`${name}: missing (${missing})`);
  }
  const { total, findings } = await market.audit();
  say(`ledger: ${total}, ${findings.length} findings`);
  if (total !== 0 || findings.length > 0) failures += 1;
} finally {
  await link.end();
  await market.stop();
}
process.exitCode = failures > 0 ? 1 : 0;

/** Steps depend on the previous one: after a failure the others are skipped. */
async function runJob(
  browser: ReachBrowser,
  at: RunningMarket,
  line: CuttableLink,
  identification: string,
): Promise<number> {
  const job = mainJob(browser, at, line, identification);
  try {
    for (const { name, take } of job.steps) {
      const started = performance.now();
      try {
        await take();
        say(`${browser.name}: ${name} ✓ ${((performance.now() - started) / 1000).toFixed(1)} s`);
      } catch (error) {
        say(`${browser.name}: ${name} ✗ ${error instanceof Error ? error.message : String(error)}`);
        await keepPicture(job, `${browser.name}-${name.replaceAll(' ', '-')}.png`);
        return 1;
      }
    }
    return 0;
  } finally {
    await line.mend();
    await job.end().catch(report);
  }
}

/** A page that hangs cannot be drawn. */
async function keepPicture(job: Job, file: string): Promise<void> {
  try {
    const picture = await job.hand()?.screenshot();
    mkdirSync('.cache/reach', { recursive: true });
    if (picture) writeFileSync(`.cache/reach/${file}`, picture);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  say(`  ${error instanceof Error ? error.message : String(error)}`);
}

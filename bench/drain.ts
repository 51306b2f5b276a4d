import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { openStates } from '#src/operations/outcome.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, installed, openDevice, signIn } from '#tests/e2e/open-device.ts';
import { startMarket } from '#tests/e2e/running-market.ts';
import { enrol } from '#tests/e2e/stall-without-link.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openDelayedLink } from './delayed-link.ts';
import { raiseDeviceLimit } from './high-limits.ts';
import { whole } from './measure.ts';
import { queuePurchases, type QueuedVoucher } from './queue-purchases.ts';

/*
 * Measures how long a full outbox takes to drain once the link is back. Runs the built application in real Chromium and
 * the built server with its own PostgreSQL, with a round trip of 300 ms between them. 500 offline sales are 1,000
 * operations. The baseline is the same client before enrolment, which sends operations one by one with the person's
 * session: 50 are sent and the time is scaled to 1,000.
 */
const oneWayMs = 150;
const queued = 1_000;
const sample = 50;
const limitMs = 5_000;

await buildIfStale();
const link = await openDelayedLink();
const market = await startMarket({ PUBLIC_URL: link.url });
link.lead(Number(new URL(market.url).port));
const browser = await launchChromium();
try {
  await admitPeople(market);
  await raiseDeviceLimit(market);
  const vouchers: QueuedVoucher[] = [];
  for (let index = 0; index < 20; index++) {
    const { uuid, clientId, urlCodeQr } = await topUp(market, 50_000, `cliente-${index}`);
    vouchers.push({ uuid: toVoucherId(uuid), clientId, proof: urlCodeQr.split('#')[1] ?? '' });
  }
  const batchedMs = await drainTime(vouchers, true);
  const sampleMs = await drainTime(vouchers, false);
  const singlyMs = (sampleMs / sample) * queued;
  const { findings } = await market.audit();
  console.log(
    `one by one ${seconds(singlyMs)} s (${sample} sent, scaled): ${(singlyMs / batchedMs).toFixed(1)} times as long; audit findings ${findings.length}`,
  );
  reportFigure({
    what: `A full outbox of ${whole(queued)} operations over 300 ms`,
    figure: batchedMs / 1_000,
    unit: 's',
    wanted: { atMost: limitMs / 1_000 },
  });
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await market.stop();
  await link.close();
}

/** From the first call of the drain to an empty outbox, ms of the page's clock. */
async function drainTime(vouchers: readonly QueuedVoucher[], isEnrolled: boolean): Promise<number> {
  link.delayMs = 0;
  const { page, context } = await openDevice(browser, { ...market, url: link.url }, devices.tablet);
  if (isEnrolled) await enrol(page, 'Tableta', people.stall);
  else {
    await signIn(page, people.stall);
    await installed(page);
  }
  const stallId = await page.evaluate(() => {
    const session = JSON.parse(sessionStorage.getItem('auth') ?? '{}') as { user?: { id: string } };
    return session.user?.id ?? '';
  });
  await page.goto('/dashboard/pendientes');
  await context.setOffline(true);
  await page
    .getByText(/^Sin conexión/)
    .first()
    .waitFor();
  const sales = isEnrolled ? queued / 2 : sample;
  await queuePurchases(page, stallId, vouchers, { sales, accepted: isEnrolled });
  link.delayMs = oneWayMs;
  const started = page.waitForRequest(/\/api\/v1\/(sync|shopping\/create)$/, { timeout: 60_000 });
  await context.setOffline(false);
  await started;
  const startedAt = performance.now();
  // The polling runs inside the page.
  await page.evaluate(untilNothingIsOpen, [...openStates]);
  const tookMs = performance.now() - startedAt;
  const states = new Map<string, number>();
  for (const { state } of await readTable(page, 'statuses')) states.set(state, (states.get(state) ?? 0) + 1);
  if (states.size !== 1 || !states.has('accepted')) throw new Error(JSON.stringify([...states]));
  await context.close();
  return tookMs;
}

/** Runs in the page: resolves when nothing is open in the outbox, looked at every 50 ms. */
async function untilNothingIsOpen(open: string[]): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('mercado-dinero');
    request.addEventListener('success', () => resolve(request.result));
  });
  let left = 1;
  while (left > 0) {
    const states = db.transaction('statuses').objectStore('statuses').index('state');
    left = 0;
    for (const state of open)
      left += await new Promise<number>((resolve) => {
        const request = states.count(state);
        request.addEventListener('success', () => resolve(request.result));
      });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  db.close();
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

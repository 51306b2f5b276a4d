import type { CDPSession, Page } from '@playwright/test';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, openDevice } from '#tests/e2e/open-device.ts';
import { startMarket } from '#tests/e2e/running-market.ts';
import { enrol, typeAmount, typeCode } from '#tests/e2e/stall-without-link.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { reportFigure } from '#tests/support/measurements.ts';

/*
 * Measures the memory of a stall's tablet after a day of 1,000 sales in one page that is never reloaded: the heap after a
 * garbage collection, against the heap after the first 50 sales.
 */
const sales = 1_000;
const warm = 50;
const limitMb = 10;
const codes = 20;

await buildIfStale();
const market = await startMarket();
const browser = await launchChromium();
try {
  await admitPeople(market);
  const papers: string[] = [];
  for (let index = 0; index < codes; index++)
    papers.push(shortCodeOf((await topUp(market, 500_000, `cliente-${index}`)).uuid));
  const { page, context } = await openDevice(browser, market, devices.tablet);
  await enrol(page, 'Tableta de un día', people.stall);
  const devtools = await context.newCDPSession(page);
  await page.getByRole('link', { name: 'Escanear' }).filter({ visible: true }).first().click();
  let begun = Number.NaN;
  for (let sale = 1; sale <= sales; sale++) {
    await sell(page, papers[sale % codes] ?? '', 1_000 + sale);
    if (sale === warm) begun = await heapMb(devtools);
    if (sale % 100 === 0)
      console.log(`${String(sale).padStart(5)} sales   ${(await heapMb(devtools)).toFixed(1)} MB`);
  }
  reportFigure({
    what: `Growth of a tablet's page from sale ${warm} to ${sales.toLocaleString('en-US')}`,
    figure: (await heapMb(devtools)) - begun,
    unit: 'MB',
    wanted: { atMost: limitMb },
  });
} finally {
  await browser.close();
  await market.stop();
}

async function sell(page: Page, code: string, amount: number): Promise<void> {
  await typeCode(page, code);
  await typeAmount(page, amount);
  await page.getByRole('button', { name: `Cobrar $${amount.toLocaleString('en-US')}` }).click();
  await page.getByRole('heading', { name: 'Pagado' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cobrar otra' }).click();
}

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await devtools.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1_048_576;
}

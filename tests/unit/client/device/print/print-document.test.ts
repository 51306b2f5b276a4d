// @vitest-environment node
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveBuiltPage, type BuiltPage } from '#tests/support/browser/chromium-built-page.ts';
import { catchPrinting, nextPrinted, printToPdf } from '#tests/support/browser/chromium-printed.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';

let built: BuiltPage;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [built, browser] = await Promise.all([serveBuiltPage('tests/unit/client/device/page'), launchChromium()]);
  page = await (await browser.newContext()).newPage();
  await catchPrinting(page);
  await page.goto(built.url);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await built.close();
});

async function printOn(paper: string) {
  await page.getByRole('button', { name: `Imprimir ${paper}` }).click();
  const html = await nextPrinted(page);
  return { html, ...(await printToPdf(page, html)).pages };
}

test('A4 is one page of A4', async () => {
  expect(await printOn('A4')).toMatchObject({ count: 1, widthMm: 210, heightMm: 297 });
});

test.each([
  ['80mm', 80, 72],
  ['58mm', 58, 48],
])('%s is one page as wide as the roll and as long as its contents', async (paper, widthMm, printedMm) => {
  const printed = await printOn(paper);
  expect(printed).toMatchObject({ count: 1, widthMm });
  // The code is 60 % of the printed width and square; heading and short code add about 50 mm.
  expect(printed.heightMm).toBeGreaterThan(0.6 * printedMm + 15);
  expect(printed.heightMm).toBeLessThan(0.6 * printedMm + 60);
  expect(printed.html).toContain(`data-paper="${paper}"`);
  expect(printed.html).toContain(`<title>Recarga ${paper}</title>`);
});

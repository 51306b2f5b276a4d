import type { Page } from '@playwright/test';
import { beforeAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { marketForPages } from './market-for-pages.ts';
import { buy, people, topUp } from './market-people.ts';
import { devices, openDevice, sessionOf, visiting } from './open-device.ts';

/** The stall's sales of the day: its first figure, which only the server knows. */
const figure = '$12,500';

/** Everything that the page requests until its first figure: page, scripts, styles, fonts and data. */
const maxRequests = 25;

const { market, browser } = marketForPages();

beforeAll(async () => {
  await buy(market, await topUp(market, 100_000, 'cliente-1'), 12_500);
});

/** Opens the stall's home on a device with an empty cache, with the session of a device that has signed in. */
async function openHome(): Promise<{
  page: Page;
  /** Paths requested before the answer that brings the figure. */
  requests: string[];
  close: () => Promise<void>;
}> {
  const session = await sessionOf(browser, market, people.stall);
  const { page, context } = await openDevice(browser, market, devices.tablet, visiting);
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, session);
  await context.addInitScript(noteFigure, figure);
  const requests: string[] = [];
  let isAnswered = false;
  page.on('response', (response) => {
    if (response.url().includes('/shopping/history/')) isAnswered = true;
  });
  page.on('request', (request) => {
    if (!isAnswered) requests.push(new URL(request.url()).pathname);
  });
  return { page, requests, close: () => context.close() };
}

/**
 * In the page: notes the time at which the figure is there, in ms since the navigation, and whether the page
 * showed another figure before.
 */
function noteFigure(figure: string): void {
  const watch = new MutationObserver(() => {
    const shown = document.querySelector('main')?.textContent ?? '';
    if (!shown.includes('Vendido hoy')) return;
    if (!shown.includes(figure)) {
      document.documentElement.dataset['falseFigure'] = shown;
      return;
    }
    watch.disconnect();
    document.documentElement.dataset['figureAt'] = String(performance.now());
  });
  watch.observe(document, { subtree: true, childList: true, characterData: true });
}

/** Paths of the requests that began after the figure was there. */
async function requestedLater(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const figureAt = Number(document.documentElement.dataset['figureAt']);
    const later = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > figureAt);
    return later.map(({ name }) => new URL(name).pathname);
  });
}

const ofDexie = (path: string): boolean => /^\/assets\/(dexie|device)-/.test(path);

test('la primera visita al inicio de un estante: su primera cifra llega con pocas peticiones, y sin la base de datos', async () => {
  const { page, requests, close } = await openHome();
  await page.goto('/dashboard/home', { waitUntil: 'commit' });
  await expect(page.getByText(figure).first()).toBeVisible();
  // The database follows, so that the tablet can keep sales.
  await expect.poll(async () => (await requestedLater(page)).filter(ofDexie).length).toBe(2);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxRequests);
  expect(requests.length).toBeGreaterThan(15);
  expect(requests.filter(ofDexie)).toEqual([]);
  await expect(page.locator('html')).not.toHaveAttribute('data-false-figure');
  await close();
});

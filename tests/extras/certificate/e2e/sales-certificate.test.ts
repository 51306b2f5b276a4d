import { beforeAll, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import { askAs, caller, people, stallNames, topUp } from '#tests/e2e/market-people.ts';
import { devices, openDevice, signIn, visiting } from '#tests/e2e/open-device.ts';
import { catchPrinting, nextPrinted, printToPdf } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';

const { market, browser } = marketForPages();

beforeAll(async () => {
  const stalls = await caller(market)<Stall[]>('/estantes');
  const { uuid, clientId } = await topUp(market, 60_000, 'cliente-1');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stallNames.stall)?._id;
  await caller(market)('/shopping/create', { userId: clientId, codeQrUuid: uuid, estanteId, price: 60_000 });
});

test('el estante hace su constancia, la imprime en una hoja, y su código trae la firma', async () => {
  const { page, complaints } = await openDevice(browser, market, devices.tablet, visiting);
  await catchPrinting(page);
  await signIn(page, people.stall);
  await page.goto('/dashboard/reportes');
  await page.getByRole('button', { name: 'Hacer constancia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Constancia de ventas' })).toBeVisible();
  await expect(page.getByText('1 venta en 1 día')).toBeVisible();
  await expect(page.getByText('No es factura de venta', { exact: true })).toBeVisible();
  const code = page.getByRole('img', { name: 'Código para comprobar esta constancia' });
  expect(await textInPicture(await code.screenshot())).toMatch(
    new RegExp(`^${market.url}/constancia#c1\\.[\\w-]{150,}$`),
  );
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize(devices.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    devices.phone.width,
  );
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize(devices.tablet);
  await page.getByRole('button', { name: 'Imprimir' }).click();
  const { pages } = await printToPdf(page, await nextPrinted(page));
  expect(pages).toEqual({ count: 1, widthMm: 210, heightMm: 297 });
  expect(complaints).toEqual([]);
});

test('cualquier teléfono la comprueba sin conexión, y ve que una cifra fue cambiada', async () => {
  const year = new Date().getFullYear();
  const path = `/reports/sales-certificate?period=${year}`;
  const { text } = await askAs<{ text: string }>(market, people.stall, path);
  const { page, context } = await openDevice(browser, market, devices.phone);
  await page.goto(`/constancia#${text}`);
  await expect(page.getByRole('heading', { name: 'La firma es buena' })).toBeVisible();
  await expect(page.getByText('$60,000').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await context.setOffline(true);
  const month = await askAs<{ text: string }>(market, people.market, await pathOfStall(year));
  await page.goto('about:blank');
  await page.goto(`${market.url}/constancia#${month.text}`);
  await expect(page.getByRole('heading', { name: 'La firma es buena' })).toBeVisible();
  const forged = `${month.text.slice(0, 20)}${month.text[20] === 'A' ? 'B' : 'A'}${month.text.slice(21)}`;
  await page.goto(`${market.url}/constancia#${forged}`);
  await expect(page.getByRole('heading', { name: 'No es una constancia de este mercado' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

/** The market also makes it for its stall. */
async function pathOfStall(year: number): Promise<string> {
  const stalls = await caller(market)<Stall[]>('/estantes');
  const stall = stalls.find(({ estanteName }) => estanteName === stallNames.stall);
  return `/reports/sales-certificate?period=${year}&estanteId=${stall?._id ?? ''}`;
}

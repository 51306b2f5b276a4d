import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect as expectValue, test } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { admitPeople, people, topUp } from './market-people.ts';
import { openDevice, signIn, visiting } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { prepareSale, seeVerdict } from './stall-sale.ts';

let market: RunningMarket;
let browser: Browser;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

const phone = { width: 360, height: 740 };

test('en Pagado la entrega va bajo el veredicto, también con letra doble, y anular no tapa su pantalla', async () => {
  const { uuid } = await topUp(market, 40_000, '8301');
  const { page, context, complaints } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.stall);
  await (await prepareSale(page, uuid, 7_000)).click();
  await seeVerdict(page, 'Pagado');
  const deliver = page.getByText('Entregue el producto');
  const [band, facts] = await Promise.all([deliver.boundingBox(), page.getByText('Cliente').boundingBox()]);
  expectValue(band).toMatchObject({ x: 0, width: phone.width });
  expectValue(band?.y).toBeLessThan(facts?.y ?? 0);
  expectValue(await barriers(page)).toEqual([]);

  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(deliver).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

  await page.getByRole('button', { name: 'Anular' }).click();
  await page.getByRole('button', { name: 'Monto equivocado' }).click();
  await page.getByRole('button', { name: 'Sí, anular $7,000' }).click();
  await expect(page.getByRole('heading', { name: 'Anulada' })).toBeVisible();
  await expect(page.getByText('devueltos a')).toHaveCount(0);
  expectValue(complaints).toEqual([]);
  await context.close();
});

test('el zócalo marca la página de donde se llegó, y sus enlaces son botones', async () => {
  const { page, context, complaints } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.market);
  await page.goto('/dashboard/ventas');
  await page.getByRole('link', { name: 'Ventas por revisar' }).click();
  await expect(page.getByRole('heading', { name: 'Ventas por revisar', level: 1 })).toBeVisible();
  const foot = page.getByRole('navigation', { name: 'Secciones' }).locator('visible=true');
  await expect(foot.locator('[aria-current="page"]')).toHaveText('Ventas');
  await page.goto('/dashboard/clientes');
  await expect(foot.locator('[aria-current="page"]')).toContainText('Más');
  expectValue(complaints).toEqual([]);
  await context.close();
});

test('sin conexión y con una venta por enviar hay un solo Enviar ahora, y la tarjeta cabe', async () => {
  const { uuid } = await topUp(market, 40_000, '8302');
  const { page, context } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.stall);
  const charge = await prepareSale(page, uuid, 7_000);
  await context.route('**/api/**', (route) => route.abort());
  await charge.click();
  await page.getByRole('button', { name: 'Ver pendientes' }).click();
  await expect(page.getByRole('heading', { name: 'Pendientes' })).toBeVisible();
  await expect(page.getByText('Por enviar').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar ahora' })).toHaveCount(1);
  const right = await page
    .getByRole('listitem')
    .filter({ hasText: 'Luz Marina' })
    .evaluate((row) => row.getBoundingClientRect().right);
  expectValue(right).toBeLessThanOrEqual(phone.width - 16);
  await context.close();
});

test('con letra doble, el botón que sigue se ve entero cuando llega el saldo del cliente', async () => {
  await topUp(market, 40_000, '8304');
  const { page, context, complaints } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  const search = page.getByLabel('Correo o identificación');
  await expect(search).toBeFocused();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await search.fill('8304');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByText('en 1 código')).toBeVisible();
  const goOn = page.getByRole('button', { name: 'Seguir con Luz Marina' });
  await expect(goOn).toBeFocused();
  await expect(goOn).toBeInViewport({ ratio: 1 });
  const navigation = page.getByRole('navigation', { name: 'Secciones' }).locator('visible=true');
  await expect
    .poll(async () => {
      const [button, foot] = await Promise.all([goOn.boundingBox(), navigation.boundingBox()]);
      return (button?.y ?? 0) + (button?.height ?? 0) <= (foot?.y ?? 0);
    })
    .toBe(true);
  expectValue(complaints).toEqual([]);
  await context.close();
});

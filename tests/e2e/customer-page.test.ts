import { expect, type Browser } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import { admitPeople, topUp } from './market-people.ts';
import { devices, openDevice } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';

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

test('quien sale de su código no llega al ingreso del mercado, y vuelve a su código', async () => {
  const { urlCodeQr } = await topUp(market, 50_000, '24684521');
  const { page, context, complaints } = await openDevice(browser, market, devices.phone);
  await page.goto(urlCodeQr);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByRole('heading', { name: 'Ya puede cerrar esta página' })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByLabel('Contraseña')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Volver a mi código' }).click();
  await expect(page.getByText('$50,000').first()).toBeVisible();
  // Who works here and opened a code by mistake.
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('link', { name: 'Trabajo en el mercado' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
});

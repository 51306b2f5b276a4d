import { expect, type Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import { admitPeople, people, topUp } from './market-people.ts';
import { devices, openDevice, signIn, type Device } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { balanceOf } from './stall-sale.ts';

let market: RunningMarket;
let browser: Browser;
let device: Device;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
  device = await openDevice(browser, market, devices.tablet);
});

afterEach(async () => {
  expect(device.complaints).toEqual([]);
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

test('un mercado cierra y devuelve el saldo a 14 clientes, con motivo y recibo para firmar', async () => {
  const made = [];
  for (let n = 1; n <= 14; n += 1) made.push(await topUp(market, 1_000 * n, `cierre-${n}`));
  const { page } = device;
  await signIn(page, people.market);
  await page.goto('/dashboard/caja');
  await page.getByRole('button', { name: 'Devoluciones' }).click();
  await expect(page.getByText('Las devoluciones están apagadas.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir a Ajustes' }).click();
  await page.getByLabel('El mercado devuelve saldos en efectivo, cuando él lo decide').check();
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await page.getByText('Ajustes guardados').waitFor();

  await page.goto('/dashboard/caja');
  await page.getByRole('button', { name: 'Devoluciones' }).click();
  await page.getByLabel('Marcar los que se ven').check();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Devolver $105,000' }).click();
  await page.getByRole('button', { name: 'Cierre del mercado' }).click();
  await expect(page.getByText('14 personas')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sí, devolver $105,000' }).click();
  await expect(page.getByText('Entregue $105,000')).toBeVisible();
  await expect(page.getByText('D-00001 – D-00014')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Imprimir para firmar' }).click();
  await expect(page.getByText('Firma o huella')).toHaveCount(14);
  await expect(page.getByText('Cierre del mercado')).toHaveCount(14);
  await expect(page.getByText('catorce mil pesos')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(await balanceOf(market, made[13]?.uuid ?? '')).toBe(0);

  // The customer's page says what became of it.
  await page.goto(made[13]?.urlCodeQr ?? '');
  await expect(page.getByText(/Se le devolvió en efectivo lo que quedaba/)).toBeVisible();
});

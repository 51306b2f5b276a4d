import { readFileSync } from 'node:fs';
import { expect, type Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import { admitPeople, askAs, caller, people, stallNames, topUp } from './market-people.ts';
import { devices, openDevice, signIn, type Device } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';

let market: RunningMarket;
let browser: Browser;
let office: Device;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
  office = await openDevice(browser, market, devices.tablet);
  const stalls = await caller(market)<Stall[]>('/estantes');
  for (const [stall, price] of [
    [stallNames.stall, 60_000],
    [stallNames.otherStall, 25_000],
  ] as const) {
    const { uuid, clientId } = await topUp(market, price, `cliente-${price}`);
    const estanteId = stalls.find(({ estanteName }) => estanteName === stall)?._id;
    await caller(market)('/shopping/create', { userId: clientId, codeQrUuid: uuid, estanteId, price });
  }
});

afterEach(async () => {
  expect(office.complaints).toEqual([]);
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

test('la caja empieza con su base, se cuenta por billetes a ciegas, y la diferencia la ve el mercado', async () => {
  const { page } = office;
  await signIn(page, people.market);
  await page.goto('/dashboard/ajustes');
  await page.getByLabel('Los puntos cuentan a ciegas').check();
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await page.getByText('Ajustes guardados').waitFor();
  await page.goto('/dashboard/caja');
  await page.getByRole('button', { name: 'Cajas' }).click();
  await page
    .getByRole('button', { name: 'Dar base de caja a Jairo Martínez' })
    .filter({ visible: true })
    .click();
  await page.getByLabel('Monto de la base').fill('50000');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sí, dar $50,000' }).click();
  await expect(page.getByRole('row', { name: /Jairo/ }).first()).toContainText('$135,000');

  const point = await openDevice(browser, market, devices.phone);
  await signIn(point.page, people.topUpPoint);
  await point.page.goto('/dashboard/caja');
  await expect(point.page.getByRole('heading', { name: 'Cuente lo que hay' })).toBeVisible();
  await expect(point.page.getByText('Base de caja')).toBeVisible();
  await expect(point.page.getByText('$135,000')).toHaveCount(0);
  await point.page.getByRole('button', { name: 'Por billetes' }).click();
  await point.page.getByLabel('Billetes de $50,000').fill('2');
  await point.page.getByLabel('Billetes de $2,000').fill('16');
  await point.page.getByLabel('Monedas de $200').fill('2');
  await point.page.getByLabel('Otras monedas').fill('100');
  expect(await barriers(point.page)).toEqual([]);
  await point.page.getByRole('button', { name: 'Cerrar caja' }).click();
  await point.page.getByRole('button', { name: 'Sí, cerrar con $132,500' }).click();
  await expect(
    point.page.getByText('2 × $50,000 · 16 × $2,000 · 2 × $200 · monedas $100').filter({ visible: true }),
  ).toBeVisible();
  await expect(point.page.getByText(/Faltan/)).toHaveCount(0);
  expect(point.complaints).toEqual([]);

  await page.reload();
  await page.getByRole('button', { name: 'Cajas' }).click();
  await expect(page.getByText('Faltan $2,500').filter({ visible: true })).toBeVisible();
  await expect(
    page.getByText('2 × $50,000 · 16 × $2,000 · 2 × $200 · monedas $100').filter({ visible: true }),
  ).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('el estante dice con qué llave le pagan, y lo que no es una llave se dice', async () => {
  const phone = await openDevice(browser, market, devices.phone);
  const { page } = phone;
  await signIn(page, people.stall);
  await page.goto('/dashboard/caja');
  await expect(page.getByText('En efectivo')).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cuenta' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Entre 6 y 20 números.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Llave' }).click();
  await dialog.getByLabel('Llave Bre-B').fill('310 555');
  await dialog.getByLabel('Titular', { exact: true }).fill('Rosalba Giraldo');
  await dialog.getByLabel('Documento del titular').fill('24684521');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Escriba la llave como está en su banco.')).toBeVisible();
  await dialog.getByLabel('Llave Bre-B').fill('3105550112');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Llave 3105550112')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(phone.complaints).toEqual([]);
});

test('el mercado descuenta la cuota a todos, otra cosa a uno, y devuelve lo que no era', async () => {
  const { page } = office;
  const press = (name: string) =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click();
  await page.goto('/dashboard/caja?pagar=varios');
  await expect(page.getByRole('row', { name: /Rosalba/ })).toContainText('$60,000');
  await press('Descontar a todos');
  await page.getByLabel('Cuota del puesto').fill('20000');
  expect(await barriers(page)).toEqual([]);
  await press('Aplicar');
  await expect(page.getByRole('row', { name: /Rosalba/ })).toContainText('$40,000');
  await page.getByRole('button', { name: /^Descuento de Doña Rosalba/ }).click();
  await page.getByLabel('Otro descuento').fill('3000');
  await press('Aplicar');
  await expect(page.getByText('Escriba por qué se descuenta.')).toBeVisible();
  await page.getByLabel('Por qué').fill('Aseo');
  await press('Aplicar');
  await expect(page.getByRole('row', { name: /Rosalba/ })).toContainText('$37,000');
  expect(await barriers(page)).toEqual([]);
  await press('Pagar $42,000');
  await expect(page.getByRole('dialog')).toContainText('−$43,000');
  await expect(page.getByRole('dialog')).toContainText('cambió su forma de pago en estos días');
  await expect(page.getByRole('dialog')).toContainText('1 · $37,000');
  await press('Sí, pagar $42,000');
  await expect(page.getByRole('heading', { level: 1, name: 'Pagado' })).toBeVisible();
  const sheet = page.getByRole('row', { name: /Rosalba/, includeHidden: true });
  for (const part of ['$60,000', 'Cuota del puesto −$20,000', 'Aseo −$3,000', '$37,000'])
    await expect(sheet).toContainText(part);

  const [download] = await Promise.all([page.waitForEvent('download'), press('Archivo del banco')]);
  expect(download.suggestedFilename()).toMatch(/^pago-P-20.*\.csv$/);
  const file = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(file).toHaveLength(2);
  expect(file[1]).toContain('Rosalba Giraldo,CC,24684521,llave,3105550112,,,,37000,Doña Rosalba');
  await expect(page.getByText('A estos se les entrega en efectivo')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await press('Volver a Caja');
  await page
    .getByRole('button', { name: /^Devolver un descuento/ })
    .filter({ visible: true })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Sí, devolver/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel('Por qué se devuelve').fill('No usó el puesto');
  await dialog.getByRole('button', { name: 'Sí, devolver $20,000' }).click();
  await expect(page.getByText(/\$20,000 se le deben otra vez/)).toBeVisible();
  const owed = await askAs<{ owed: number }[]>(market, people.market, '/cash/stalls');
  expect(owed.map((one) => one.owed).toSorted((a, b) => b - a)).toEqual([20_000, 0]);
});

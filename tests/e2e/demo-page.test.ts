import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { listen } from './open-device.ts';
import { runDemo } from './running-demo.ts';
import { startMarket } from './running-market.ts';

const demo = runDemo();
const phone = { width: 360, height: 740 };

async function openSteps(viewport?: typeof phone): Promise<{ context: BrowserContext; page: Page }> {
  const context = await demo.visit(viewport);
  const page = await context.newPage();
  await page.goto('/demo');
  return { context, page };
}

/** Returns the tab that a step opens, once its visitor is signed in. */
async function opened(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return tab;
}

const card = (page: Page, name: string) => page.getByRole('listitem', { name });

test('la primera página se lee en inglés si se pide', async () => {
  const { context, page } = await openSteps(phone);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Ten minutes at the market' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the stall', exact: true })).toBeVisible();
  await expect(page.getByText('Cambie $50,000 por un código.')).toHaveAttribute('lang', 'es');
  await expect(page).toHaveTitle(/^Ten minutes at the market/);
  expect(await barriers(page)).toEqual([]);
  await context.close();
});

describe('los cuatro pasos', () => {
  let context: BrowserContext;
  let page: Page;
  let point: Page;
  let stall: Page;
  let code = '';
  let complaints: string[];

  beforeAll(async () => {
    ({ context, page } = await openSteps());
    complaints = listen(page);
  });
  afterAll(() => context.close());

  test('la portada de la demostración es la página de los pasos, con una línea en inglés en cada uno', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/demo$/);
    await expect(page).toHaveTitle('Diez minutos en la plaza · Mercado Campesino');
    await expect(page.getByText('Esto es una demostración. El dinero no es de verdad.')).toBeVisible();
    await expect(page.locator('li [lang="en"]:has-text("Turn $50,000 in cash")')).toBeVisible();
    await expect(page.getByText('Scan the code and charge the purchase.')).toBeVisible();
    await expect(page.getByText('Watch the balance go down as it is spent.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Código QR del celular del cliente' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('1: el punto se abre ya adentro, y cambia $50,000 por un código', async () => {
    point = await opened(page, 'Abrir el punto');
    await expect(point.getByText('Demostración: usted es el punto.')).toBeVisible();
    await expect(card(page, 'El punto de recarga').getByText('Abierto', { exact: true })).toBeVisible();
    await expect(page.getByRole('status')).toHaveText('Paso 1, abierto');
    await point.getByLabel('Correo o identificación').fill('24684521');
    await point.getByRole('button', { name: 'Buscar' }).click();
    await point.getByLabel('Monto de la recarga').fill('50000');
    await point.getByRole('button', { name: 'Recargar', exact: true }).click();
    await expect(point.getByText('Código creado correctamente')).toBeVisible();
    code =
      (await point
        .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
        .first()
        .textContent()) ?? '';
    await expect(card(page, 'El estante')).toContainText(code);
  });

  test('2: el estante tiene su propia sesión, dice qué código escribir, y cobra', async () => {
    stall = await opened(page, 'Abrir el estante');
    await expect(stall.getByText('Demostración: usted es el estante.')).toBeVisible();
    await expect(stall.getByText(`type ${code}`)).toBeVisible();
    await stall.getByRole('button', { name: 'Escribir código' }).first().click();
    await stall.getByLabel('Código corto').fill(code);
    await stall.getByRole('dialog').getByRole('button', { name: 'Buscar' }).click();
    const key = (digit: string) => stall.getByRole('button', { name: digit, exact: true });
    for (const digit of '12500') await key(digit).click();
    await expect(stall.getByRole('button', { name: 'Cobrar $12,500' })).toBeVisible();
    await point.reload();
    await expect(point.getByText('Demostración: usted es el punto.')).toBeVisible();
    await expect(point.getByRole('heading', { name: 'Generar recarga' })).toBeVisible();
  });

  test('3: en el celular del cliente el saldo baja cuando el estante cobra', async () => {
    const phone = await opened(page, 'Abrir el celular');
    await expect(phone.getByText('Demostración: usted es el cliente.')).toBeVisible();
    await expect(phone.getByText('$50,000').first()).toBeVisible();
    await stall.getByRole('button', { name: 'Cobrar $12,500' }).click();
    await expect(stall.getByRole('heading', { name: 'Pagado' })).toBeVisible();
    await expect(phone.getByText('$37,500').first()).toBeVisible();
    await expect(card(page, 'El celular del cliente').getByText('Abierto', { exact: true })).toBeVisible();
    expect(await barriers(phone)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('en el producto de verdad no hay demostración: /demo es una dirección que no existe, y nadie entra sin contraseña', async () => {
  const market = await startMarket();
  const context = await demo.visit();
  const page = await context.newPage();
  for (const path of ['/demo', '/demo/punto']) {
    await page.goto(market.url + path);
    await expect(page.getByRole('heading', { name: 'Aquí no hay nada' })).toBeVisible();
  }
  await page.goto(market.url);
  await expect(page).toHaveURL(`${market.url}/login`);
  expect(await (await fetch(`${market.url}/demo`)).text()).toContain('<meta name="demo" content="" />');
  for (const path of ['demo', 'demo/login', 'auth/demo'])
    expect((await fetch(`${market.url}/api/v1/${path}`, { method: 'POST' })).status).toBe(404);
  await context.close();
  await market.stop();
});

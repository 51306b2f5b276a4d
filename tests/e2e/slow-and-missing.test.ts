import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect as at, test } from 'vitest';
import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { gate } from '#tests/support/gate.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { people, topUp } from './market-people.ts';
import { devices, openDevice, signIn } from './open-device.ts';
import { balanceOf, completePurchase, preparePurchase, seeVerdict } from './stall-purchase.ts';

const opened = marketForPages();
const { market } = opened;
const tablet = deviceForSuite(opened, devices.tablet, people.stall);
const kiosk = deviceForSuite(opened, devices.tablet, people.topUpPoint);

declare global {
  interface Window {
    releaseDisk?: () => void;
  }
}

/** Holds a write on every table, as a slow disk does, until `window.releaseDisk` is called. */
function holdDisk(page: Page): Promise<void> {
  return page.evaluate(async (name) => {
    while (!(await indexedDB.databases()).some((known) => known.name === name))
      await new Promise((resolve) => setTimeout(resolve, 50));
    const request = indexedDB.open(name);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const tables = [...request.result.objectStoreNames];
    const transaction = request.result.transaction(tables, 'readwrite');
    const [table = ''] = tables;
    let isHeld = true;
    const again = (): void => {
      if (isHeld) transaction.objectStore(table).count().addEventListener('success', again);
    };
    again();
    window.releaseDisk = () => {
      isHeld = false;
    };
  }, moneyDbName);
}

test('un disco lento: la búsqueda no tapa nada, la venta espera, y la pantalla se quita sola', async () => {
  const { page, context } = tablet;
  const { uuid } = await topUp(market, 50_000, '24684521');
  const other = await context.newPage();
  await other.goto('/login');
  await holdDisk(other);
  const charge = await preparePurchase(page, uuid, 12_500);
  await expect(page.getByText('La tableta está muy lenta. Espere.')).toBeVisible({ timeout: 20_000 });
  await charge.click();
  const red = page.getByRole('alertdialog', { name: 'Este equipo no puede guardar' });
  await expect(red).toContainText('El equipo está muy lento.', { timeout: 20_000 });
  await other.evaluate(() => window.releaseDisk?.());
  await seeVerdict(page, 'Pagado');
  await expect(red).toBeHidden();
  await expect(page.getByText('La tableta está muy lenta. Espere.')).toBeHidden();
  await other.close();
  at(await balanceOf(market, uuid)).toBe(37_500);
});

test.each([
  ['no entrega', () => undefined],
  ['ni dice si existe', () => void (indexedDB.databases = () => new Promise(() => undefined))],
])('al ingresar, una base de datos que %s deja escribir la contraseña', async (_what, silence) => {
  const [other, page] = [await tablet.context.newPage(), await tablet.context.newPage()];
  await other.goto('/login');
  await holdDisk(other);
  await page.addInitScript(silence);
  await page.goto('/login');
  await expect(page.getByText('La tableta está muy lenta. Espere.')).toBeVisible();
  const password = page.getByLabel('Contraseña', { exact: true });
  await password.fill('demasiado-pronto');
  await other.evaluate(() => window.releaseDisk?.());
  await expect(page.getByText('La tableta está muy lenta. Espere.')).toBeHidden();
  await expect(password).toHaveValue('demasiado-pronto');
  for (const tab of [other, page]) await tab.close();
});

test('un disco que no abre deja ingresar, usar el menú y salir', async () => {
  const { page, context, complaints } = await openDevice(opened.browser, market, devices.phone);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('broken', 'UnknownError');
    };
  });
  await signIn(page, people.market);
  await page.goto('/dashboard/clientes');
  await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible();
  at(complaints.filter((text) => !/broken|UnknownError/.test(text))).toEqual([]);
  await context.close();
});

test('una parte que no carga deja la barra y el menú, y la página se arregla sola cuando vuelve el servidor', async () => {
  const { page, context } = tablet;
  const [part, health] = ['**/assets/products-screen-*.js', '**/api/v1/health*'];
  // A captive portal answers everything with a page.
  const portal = { status: 200, contentType: 'text/html', body: '<p>Pague</p>' };
  await page.goto('/dashboard/home');
  for (const path of [part, health]) await context.route(path, (route) => route.fulfill(portal));
  await page.getByRole('link', { name: 'Productos' }).first().click();
  await expect(page.getByRole('heading', { name: 'Falta una parte de la página' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Escanear' }).first()).toBeVisible();
  await page.waitForResponse(health);
  await context.unroute(part);
  await context.unroute(health);
  await expect(page.getByRole('heading', { name: 'Productos', level: 1 })).toBeVisible({ timeout: 30_000 });
  // The browser complains about the portal's page in place of a script.
  tablet.complaints.length = 0;
});

test('una tecla que se toca mientras se cobra una parte no la hace pasar por toda la compra', async () => {
  const { page, context } = tablet;
  const { uuid } = await topUp(market, 10_000, '24684522');
  const other = await context.newPage();
  await other.goto('/login');
  await preparePurchase(page, uuid, 15_000);
  await holdDisk(other);
  await completePurchase(page);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await other.evaluate(() => window.releaseDisk?.());
  await seeVerdict(page, 'Pagado');
  await expect(page.getByText('Faltan $5,000: no entregue todavía')).toBeVisible();
  await other.close();
});

test('un registro lento no cambia el cliente que el punto atiende, ni una tecla el monto que se guarda', async () => {
  const { page, context } = kiosk;
  const { clientId } = await topUp(market, 10_000, '24684523');
  const other = await context.newPage();
  await other.goto('/login');
  await page.goto('/dashboard/puntos-de-recarga/create');
  const held = gate();
  const registered = page.waitForRequest('**/auth/register');
  await page.route('**/auth/register', (route) => held.opened.then(() => route.continue()));
  await page.getByLabel('Nombre', { exact: true }).fill('Rosalía Cano');
  await page.getByLabel('Identificación', { exact: true }).fill('30112233');
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByLabel('Correo o identificación').fill('24684523');
  await page.keyboard.press('Enter');
  const amount = page.getByLabel('Monto de la recarga');
  await amount.fill('30000');
  held.open();
  await expect(page.getByText('Registro exitoso')).toBeVisible();
  // Without its session a point gets the same answer for a document that is taken.
  expect(await (await registered).headerValue('authorization')).toMatch(/^Bearer /);
  const topped = page.waitForRequest('**/code-qr/create-recharger');
  await holdDisk(other);
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(amount).toBeDisabled();
  await other.evaluate(() => window.releaseDisk?.());
  at((await topped).postDataJSON()).toMatchObject({ clientId, monto: 30_000 });
  await expect(page.getByText('Código creado correctamente')).toBeVisible();
  await other.close();
});

test('la búsqueda lenta de un cliente no lo pone en el canje de otro', async () => {
  const { page } = kiosk;
  for (const identification of ['24684525', '24684526']) await topUp(market, 1_000, identification);
  await page.goto('/dashboard/puntos');
  const [slow, held] = ['**/client/list?*24684525*', gate()];
  await page.route(slow, (route) => held.opened.then(() => route.continue()));
  const answered = page.waitForResponse(slow);
  for (const identification of ['24684525', '24684526']) {
    await page.getByLabel('Cédula o nombre').fill(identification);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('Identificación 24684526')).toBeVisible();
  held.open();
  await (await answered).finished();
  await wait(500);
  await expect(page.getByText('Identificación 24684526')).toBeVisible();
});

import { afterEach, beforeAll, beforeEach, test } from 'vitest';
import { barriers } from '#tests/e2e/barriers.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import { people, stallNames, topUp } from '#tests/e2e/market-people.ts';
import { devices, installed, openDevice, signIn, type Device } from '#tests/e2e/open-device.ts';
import { balanceOf, prepareSale, seeVerdict } from '#tests/e2e/stall-sale.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

const purchases = '**/api/v1/shopping/create';

const { market, browser } = marketForPages();
let tablet: Device;
let voucher: string;
let customers = 0;

beforeAll(async () => {
  tablet = await openDevice(browser, market, devices.tablet);
  await signIn(tablet.page, people.stall);
  await installed(tablet.page);
});

/** One tablet the whole day, and a new customer each time. */
beforeEach(async () => {
  ({ uuid: voucher } = await topUp(market, 50_000, `cliente-${++customers}`));
});

afterEach(async () => {
  await tablet.context.unrouteAll({ behavior: 'wait' });
  expect(tablet.complaints).toEqual([]);
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
});

test('la red se va antes de cobrar: queda pendiente y se paga sola cuando vuelve', async () => {
  const charge = await prepareSale(tablet.page, voucher, 12_500);
  await tablet.context.setOffline(true);
  await charge.click();
  await seeVerdict(tablet.page, 'Pendiente de confirmar');
  expect(await balanceOf(market, voucher)).toBe(50_000);
  await tablet.context.setOffline(false);
  await seeVerdict(tablet.page, 'Pagado');
  expect(await balanceOf(market, voucher)).toBe(37_500);
});

test('la red se corta a mitad del envío: se intenta otra vez y se cobra una sola vez', async () => {
  let cuts = 0;
  await tablet.context.route(purchases, (route) =>
    cuts++ === 0 ? route.abort('connectionreset') : route.continue(),
  );
  await (await prepareSale(tablet.page, voucher, 12_500)).click();
  await seeVerdict(tablet.page, 'Pagado');
  expect(cuts).toBeGreaterThan(1);
  expect(await balanceOf(market, voucher)).toBe(37_500);
});

test('el servidor cobró pero la respuesta se perdió: la misma compra, una sola vez', async () => {
  const statuses: number[] = [];
  await tablet.context.route(purchases, async (route) => {
    const answer = await route.fetch();
    statuses.push(answer.status());
    if (statuses.length === 1) await route.abort('connectionreset');
    else await route.fulfill({ response: answer });
  });
  await (await prepareSale(tablet.page, voucher, 12_500)).click();
  await seeVerdict(tablet.page, 'Pagado');
  expect(statuses).toEqual([201, 201]);
  expect(await balanceOf(market, voucher)).toBe(37_500);
});

test('un portal de wifi contesta en lugar del servidor: no se da por pagado', async () => {
  let portal = true;
  await tablet.context.route(purchases, (route) =>
    portal ? route.fulfill({ contentType: 'text/html', body: '<h1>Bienvenido</h1>' }) : route.continue(),
  );
  await (await prepareSale(tablet.page, voucher, 12_500)).click();
  await seeVerdict(tablet.page, 'Pendiente de confirmar');
  portal = false;
  await seeVerdict(tablet.page, 'Pagado');
  expect(await balanceOf(market, voucher)).toBe(37_500);
});

test('la página se recarga con la venta pendiente: no se pierde ni se repite', async () => {
  const charge = await prepareSale(tablet.page, voucher, 12_500);
  await tablet.context.setOffline(true);
  await charge.click();
  await seeVerdict(tablet.page, 'Pendiente de confirmar');
  await tablet.page.goto('/dashboard/pendientes');
  await expect(tablet.page.getByText('$12,500').first()).toBeVisible();
  await tablet.context.setOffline(false);
  await expect.poll(() => balanceOf(market, voucher), { timeout: 40_000 }).toBe(37_500);
  await expect(tablet.page.getByText('Pendiente', { exact: true })).toHaveCount(0);
});

test('salir con una venta pendiente: se dice qué queda, sigue guardada y se paga al volver a ingresar', async () => {
  const { page, context } = tablet;
  const charge = await prepareSale(page, voucher, 12_500);
  await context.setOffline(true);
  await charge.click();
  await seeVerdict(page, 'Pendiente de confirmar');
  await page.goto('/dashboard/home');
  await page.getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Salir', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Queda 1 pendiente por $12,500' })).toBeVisible();
  await page.getByRole('button', { name: 'Salir igual' }).click();
  await page.waitForURL('**/login');
  await context.setOffline(false);
  await signIn(page, people.stall);
  await page.goto('/dashboard/pendientes');
  await expect.poll(() => balanceOf(market, voucher), { timeout: 40_000 }).toBe(37_500);
});

test('salir antes de que la bandeja se haya leído: espera, y dice qué queda', async () => {
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: devices.tablet,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await signIn(page, people.stall);
  await context.route(purchases, (route) => route.abort('connectionreset'));
  await (await prepareSale(page, voucher, 12_500)).click();
  await seeVerdict(page, 'Pendiente de confirmar');
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await context.route('**/assets/device-*.js', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.goto('/dashboard/home');
  await page.getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Salir', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Procesando' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/dashboard/home');
  letThrough();
  await expect(page.getByRole('heading', { name: 'Queda 1 pendiente por $12,500' })).toBeVisible();
  await context.unroute(purchases);
  await page.getByRole('button', { name: 'Quedarme' }).click();
  await expect.poll(() => balanceOf(market, voucher), { timeout: 40_000 }).toBe(37_500);
  await page.getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Salir', exact: true }).click();
  await page.waitForURL('**/login');
  await context.close();
});

test('primera visita de un enlace, y la red se va con el estante escogido: nada se pierde ni se paga dos veces', async () => {
  const { urlCodeQr, uuid } = await topUp(market, 40_000, `cliente-${++customers}`);
  // Nothing of the page is cached on this phone yet.
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: devices.phone,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // The drawings never load: the figures work without them.
  const drawings: string[] = [];
  await context.route('**/assets/notes-*.js', (route) => {
    drawings.push(route.request().url());
    return route.abort();
  });
  await page.goto(urlCodeQr);
  const choose = page.getByRole('button', { name: stallNames.stall, exact: false }).first();
  await choose.waitFor();
  await expect.poll(() => drawings.length).toBeGreaterThan(0);
  await expect(page.getByText('En línea')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Sin conexión')).toBeVisible();
  await choose.click();
  await page.getByLabel('Monto de la compra').fill('7000');
  await page.getByRole('button', { name: 'Comprar' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No se cobró nada: se fue la conexión. Cuando vuelva, la página se abre otra vez.',
  );
  const again = page.waitForEvent('load');
  await context.setOffline(false);
  await again;
  // This time everything for the purchase has loaded before the link fails.
  const parts = page.waitForResponse(/device-.*\.js/);
  await choose.click();
  await parts;
  await page.getByLabel('Monto de la compra').fill('7000');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Comprar' }).click();
  await seeVerdict(page, 'Pendiente de confirmar');
  await expect(page.getByText(/administrador/)).toHaveCount(0);
  await context.setOffline(false);
  await seeVerdict(page, 'Pagado');
  expect(await balanceOf(market, uuid)).toBe(33_000);
  await context.close();
});

test('dos pestañas de la misma tableta venden sin red: cada venta se cobra una vez', async () => {
  const other = await tablet.context.newPage();
  await signIn(other, people.stall);
  const charges = [
    await prepareSale(tablet.page, voucher, 10_000),
    await prepareSale(other, (await topUp(market, 20_000, `cliente-${++customers}`)).uuid, 5000),
  ];
  const before = (await market.audit()) as { movements?: number };
  await tablet.context.setOffline(true);
  for (const charge of charges) await charge.click();
  for (const page of [tablet.page, other]) await seeVerdict(page, 'Pendiente de confirmar');
  await tablet.context.setOffline(false);
  for (const page of [tablet.page, other]) await seeVerdict(page, 'Pagado');
  expect(await market.audit()).toMatchObject({ movements: (before.movements ?? 0) + 2 });
});

test('el servidor se apaga de golpe y vuelve: la venta pendiente se paga', async () => {
  const charge = await prepareSale(tablet.page, voucher, 12_500);
  await market.kill();
  await charge.click();
  await seeVerdict(tablet.page, 'Pendiente de confirmar');
  await market.restart();
  await seeVerdict(tablet.page, 'Pagado');
  expect(await balanceOf(market, voucher)).toBe(37_500);
});

test('el equipo no puede guardar: lo dice, no deja seguir, y no se cobra nada', async () => {
  const { page } = tablet;
  // A disk that is full from some moment on: the browser rejects every write.
  await page.addInitScript(() => {
    const real = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite' && window.diskIsFull) throw new DOMException('no room', 'QuotaExceededError');
      return real.call(this, stores, mode, options);
    };
  });
  const charge = await prepareSale(page, voucher, 12_500);
  await page.evaluate(() => {
    window.diskIsFull = true;
  });
  await charge.click();
  const red = page.getByRole('alertdialog', { name: 'Este equipo no puede guardar' });
  await expect(red).toBeVisible();
  await expect(red).toContainText('QuotaExceededError');
  for (const key of ['Escape', 'Escape', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(red).toBeVisible();
  // The keyboard reaches nothing behind it; after its last button the browser's own controls follow.
  const outside = await red.evaluate((screen) => {
    const focused = document.querySelector(':focus');
    return focused !== null && !screen.contains(focused);
  });
  expect(outside).toBe(false);
  expect(await barriers(page)).toEqual([]);
  expect(await balanceOf(market, voucher)).toBe(50_000);
  await red.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await expect(red).toBeHidden();
  await (await prepareSale(page, voucher, 12_500)).click();
  await seeVerdict(page, 'Pagado');
  expect(await balanceOf(market, voucher)).toBe(37_500);
});

declare global {
  interface Window {
    diskIsFull?: boolean;
  }
}

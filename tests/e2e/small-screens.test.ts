import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as expectValue, test } from 'vitest';
import { showToCamera } from '#tests/support/browser/camera.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { emptyFrame } from '#tests/support/browser/qr-frames.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { people, topUp } from './market-people.ts';
import { openDevice, signIn, visiting } from './open-device.ts';
import { prepareSale, readCode, seeVerdict } from './stall-sale.ts';

const { market, browser } = marketForPages();

const phone = { width: 360, height: 740 };

test('en Pagado la entrega va bajo el veredicto, también con letra doble, y anular no tapa su pantalla', async () => {
  const { uuid } = await topUp(market, 40_000, '8301');
  const { page, context, complaints } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.stall);
  await (await prepareSale(page, uuid, 7_000)).click();
  await seeVerdict(page, 'Pagado');
  const deliver = page.getByRole('paragraph').filter({ hasText: 'Entregue el producto' });
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
  // A toast would repeat the sentence of the screen.
  await expect(page.getByText('devueltos a')).toHaveCount(1);
  expectValue(complaints).toEqual([]);
  await context.close();
});

test('el zócalo marca la página de donde se llegó, y sus enlaces son botones', async () => {
  const { page, context, complaints } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.market);
  await page.goto('/dashboard/pendientes');
  const foot = page.getByRole('navigation', { name: 'Secciones' }).locator('visible=true');
  await expect(foot.locator('[aria-current="page"]')).toHaveText('Inicio');
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

test('con letra doble, en la recarga caben el monto, las teclas y el botón', async () => {
  await topUp(market, 40_000, '8304');
  const { page, context, complaints } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.getByLabel('Correo o identificación').fill('8304');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await page.getByRole('button', { name: '000', exact: true }).click();
  for (const name of ['1', '000', 'Recargar'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  const amount = page.getByLabel('Monto de la recarga');
  await expect(amount).toHaveValue('$5,000');
  await expect(amount).toBeInViewport({ ratio: 1 });
  expectValue(complaints).toEqual([]);
  await context.close();
});

/** A phone magnified to twice its size, and one on its side. */
const lowScreens = [
  { width: 180, height: 370 },
  { width: 740, height: 360 },
];

test('ampliada al doble o acostada, la pantalla deja tocar cada tecla y cobrar sin desplazarla', async () => {
  for (const [place, size] of lowScreens.entries()) {
    const { uuid } = await topUp(market, 40_000, `831${place}`);
    const { page, context, complaints } = await openDevice(browser, market, size, visiting);
    await signIn(page, people.stall);
    const charge = await prepareSale(page, uuid, 7_000);
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '000', 'Borrar el último número']) {
      const key = page.getByRole('button', { name, exact: true });
      const box = await key.boundingBox();
      expectValue(box?.width).toBeGreaterThanOrEqual(44);
      expectValue(box?.height).toBeGreaterThanOrEqual(30);
      await key.click({ trial: true });
      await expect(key).toBeInViewport({ ratio: 1 });
    }
    await expect(charge).toBeInViewport({ ratio: 1 });
    const back = page.getByRole('button', { name: 'Volver' }).filter({ visible: true });
    await expect(back).toHaveCSS('border-top-width', '0px');
    expectValue(complaints).toEqual([]);
    await context.close();
  }
});

test('el cuadro de la cámara se ve entero en una pantalla ampliada o acostada', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'small-screens-'));
  const cameraFile = join(folder, 'camera.y4m');
  showToCamera(cameraFile, emptyFrame());
  const withCamera = await launchChromium({ cameraFile });
  for (const size of lowScreens) {
    const { page, context } = await openDevice(withCamera, market, size, visiting);
    await signIn(page, people.stall);
    await page.goto('/dashboard/escanear');
    await expect(page.getByText('Ponga el código dentro del cuadro')).toBeVisible();
    const frame = page.locator('div[aria-hidden]:has(> span:nth-child(4))');
    const foot = page.getByRole('navigation', { name: 'Secciones' }).locator('visible=true');
    const [seen, below] = await Promise.all([frame.boundingBox(), foot.boundingBox()]);
    expectValue(seen?.height).toBeGreaterThan(100);
    expectValue((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 8);
    await context.close();
  }
  await withCamera.close();
  rmSync(folder, { recursive: true });
});

test('las teclas y el botón no se mueven cuando el monto pasa del saldo', async () => {
  const { uuid } = await topUp(market, 40_000, '8320');
  const { page, context } = await openDevice(browser, market, phone, visiting);
  await signIn(page, people.stall);
  await readCode(page, uuid);
  const key = (name: string) => page.getByRole('button', { name, exact: true });
  const charge = page.getByRole('button', { name: /^Cobrar/ });
  const placesAfter = async (digits: string) => {
    for (const digit of digits) await key(digit).click();
    return Promise.all([key('1'), charge].map(async (button) => (await button.first().boundingBox())?.y));
  };
  const left = page.getByText('Le quedan').filter({ visible: true });
  await expect(left).toHaveCount(0);
  const before = await placesAfter('');
  expectValue(await placesAfter('7125')).toEqual(before);
  await expect(left).toBeVisible();
  expectValue(await placesAfter('0')).toEqual(before);
  await expect(page.getByText('El saldo no alcanza').first()).toBeVisible();

  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const [above] = await placesAfter('');
  for (let digits = 5; digits > 0; digits -= 1) {
    await key('Borrar el último número').click();
    await expect.poll(async () => (await key('1').boundingBox())?.y).toBe(above);
  }
  await context.close();
});

/** In the page: amounts that reach beyond the screen or beyond their own place. */
function cutAmounts(): string[] {
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const cut: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!/\$[\d,]+/.test(node.textContent ?? '')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, left } = range.getBoundingClientRect();
    if (right > window.innerWidth || left < 0) cut.push(node.textContent ?? '');
  }
  return cut;
}

test('con letra doble ningún monto de siete cifras se corta', async () => {
  const { uuid } = await topUp(market, 1_200_000, '8330');
  const stall = await openDevice(browser, market, phone, visiting);
  await signIn(stall.page, people.stall);
  await (await prepareSale(stall.page, uuid, 1_068_500)).click();
  await seeVerdict(stall.page, 'Pagado');
  const point = await openDevice(browser, market, phone, visiting);
  await signIn(point.page, people.topUpPoint);
  for (const [{ page }, path, amount] of [
    [stall, 'home', '$1,0'],
    [stall, 'ventas', '$1,0'],
    [stall, 'caja', '$1,0'],
    [point, 'caja', '$1,'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const foot = page.getByRole('navigation', { name: 'Secciones' }).locator('visible=true');
    for (const target of await foot.locator('a, button').all())
      expectValue((await target.boundingBox())?.width).toBeGreaterThanOrEqual(47.5);
    await expect(page.getByText(amount).first()).toBeVisible();
    expectValue(await page.evaluate(cutAmounts)).toEqual([]);
  }
  await stall.context.close();
  await point.context.close();
});

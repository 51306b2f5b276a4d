import type { Page } from '@playwright/test';
import { beforeAll, describe, expect as expectValue, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import type { PrintedPaper } from '#tests/support/printer/interpret.ts';
import { textOnPaper } from '#tests/support/printer/read-paper.ts';
import { barriers } from './barriers.ts';
import { deviceForSuite } from './day.ts';
import { plugPrinter, takePaper } from './fake-printer.ts';
import { marketForPages } from './market-for-pages.ts';
import { people, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { preparePurchase, seeVerdict } from './stall-purchase.ts';

const identification = '24684521';

/** One morning with a printer; each step goes on from the one before. */
const opened = marketForPages();
const { market } = opened;
const kiosk = deviceForSuite(opened, devices.kiosk);
const tablet = deviceForSuite(opened, devices.tablet);
let voucher: { uuid: string };

beforeAll(async () => {
  voucher = await topUp(market, 50_000, identification);
  await plugPrinter(kiosk.context);
  await plugPrinter(tablet.context);
  await signIn(kiosk.page, people.topUpPoint);
  await signIn(tablet.page, people.stall);
});

describe('se escoge una vez', () => {
  test('sin escoger en la lista dice qué hacer, y no queda ninguna', async () => {
    const { page } = kiosk;
    await page.goto('/dashboard/dispositivos');
    await expect(page.getByText('No ha escogido impresora.')).toBeVisible();
    await page.getByRole('button', { name: 'Impresora de este dispositivo' }).click();
    expectValue(await barriers(page)).toEqual([]);
    await page.evaluate(() => window.printer.setCancelled(true));
    await page.getByRole('button', { name: 'Buscar por cable USB' }).click();
    await expect(page.getByText('No escogió ninguna impresora.')).toBeVisible();
    await page.evaluate(() => window.printer.setCancelled(false));
    await page.evaluate(() => window.printer.setForbidden(true));
    await page.getByRole('button', { name: 'Buscar por Bluetooth' }).click();
    await expect(page.getByText('El navegador no dio permiso')).toBeVisible();
    await page.evaluate(() => window.printer.setForbidden(false));
  });

  test('imprime la prueba, y su código se lee', async () => {
    const { page } = kiosk;
    await page.getByRole('button', { name: 'Buscar por Bluetooth' }).click();
    await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
    await expect(page.getByRole('button', { name: 'Sí, quedó bien' })).toBeVisible();
    expectValue(await barriers(page)).toEqual([]);
    const paper = await takePaper(page);
    expectValue(paper).toMatchObject({ cuts: 1, drawerOpenings: 0, letters: '', isTorn: false });
    expectValue(await textOnPaper(paper)).toBe('Mercado Campesino: la impresora quedó bien');
    expectValue(Math.min(...inkedRowsAtEdges(paper))).toBeGreaterThan(25);
  });

  test('si no salió bien la imprime de la otra manera, y después pide cambiar el ancho', async () => {
    const { page } = kiosk;
    await page.getByRole('button', { name: 'No salió bien' }).click();
    await expect(page.getByText('Esta salió de otra manera.')).toBeVisible();
    expectValue(await barriers(page)).toEqual([]);
    // A printer that breaks every drawn code.
    const paper = await takePaper(page, 576, ({ understands }) => !understands.includes('dots'));
    expectValue(await textOnPaper(paper)).toContain('quedó bien');
    await page.getByRole('button', { name: 'No salió bien' }).click();
    await expect(page.getByText('Cambie arriba el ancho del papel.')).toBeVisible();
    await expect(page.getByText('¿Salió bien?')).toBeVisible();
    await page.getByRole('button', { name: 'Rollo de 58 mm' }).click();
    await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
    await expect(page.getByRole('button', { name: 'Sí, quedó bien' })).toBeVisible();
    expectValue(await textOnPaper(await takePaper(page, 384))).toContain('quedó bien');
    await page.getByRole('button', { name: 'Rollo de 80 mm' }).click();
    await expect(page.getByRole('button', { name: 'Sí, quedó bien' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
    await page.getByRole('button', { name: 'Sí, quedó bien' }).click();
    await expect(page.getByRole('heading', { name: 'Impresora lista' })).toBeVisible();
    expectValue(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Volver' }).last().click();
    await expect(page.getByText(/Impresora Bluetooth, con papel\. Imprimió/)).toBeVisible();
  });
});

describe('un toque de la recarga al papel', () => {
  test('recarga e imprime con el mismo toque, y abre el cajón', async () => {
    const { page } = kiosk;
    await prepare(page, '20000');
    expectValue(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Recargar e imprimir' }).click();
    await expect(page.getByText('Impreso. Entréguele el papel a Luz.')).toBeVisible();
    expectValue(await barriers(page)).toEqual([]);
    const paper = await takePaper(page);
    expectValue(paper).toMatchObject({ cuts: 1, drawerOpenings: 1, letters: '', isTorn: false });
    expectValue(await textOnPaper(paper)).toBe(await shownLink(page));
    expectValue(await topUps()).toBe(2);
  });

  test('imprimir otra vez no hace otro código ni abre el cajón, y el papel lleva su número', async () => {
    const { page } = kiosk;
    await expect(page.locator('article', { hasText: 'Impresión n.º 2.' })).toHaveCount(1);
    const link = await shownLink(page);
    await page.getByRole('button', { name: 'Imprimir otra vez' }).click();
    await expect(page.locator('article', { hasText: 'Impresión n.º 3.' })).toHaveCount(1);
    const paper = await takePaper(page);
    expectValue(paper).toMatchObject({ cuts: 1, drawerOpenings: 0 });
    expectValue(await textOnPaper(paper)).toBe(link);
    expectValue(await topUps()).toBe(2);
  });
});

describe('la impresora falla', () => {
  test('se suelta el cable: el código sigue en la pantalla, y un botón lo imprime cuando vuelve', async () => {
    const { page } = kiosk;
    await page.getByRole('button', { name: 'Nueva Recarga' }).click();
    await prepare(page, '30000');
    await page.evaluate(() => window.printer.pullAfter(3_000));
    await page.getByRole('button', { name: 'Recargar e imprimir' }).click();
    const problem = page.getByRole('alert');
    await expect(problem).toContainText('Se desconectó la impresora');
    await expect(problem).toContainText('La recarga ya está hecha. No se crea otro código.');
    await expect(page.getByRole('img', { name: /Código QR de/ })).toBeVisible();
    await expect(page.getByText('Impresora Bluetooth desconectada')).toBeVisible();
    expectValue(await barriers(page)).toEqual([]);
    expectValue((await takePaper(page)).isTorn).toBe(true);

    await page.getByRole('button', { name: 'Imprimir otra vez' }).click();
    await expect(problem).toContainText('La impresora no está');
    await page.evaluate(() => window.printer.plug());
    await page.getByRole('button', { name: 'Imprimir otra vez' }).click();
    await expect(page.getByText('Impreso. Entréguele el papel a Luz.')).toBeVisible();
    expectValue(await textOnPaper(await takePaper(page))).toBe(await shownLink(page));
    expectValue(await topUps()).toBe(3);
  });
});

test('si no se pudo dibujar el papel no cuenta como impreso', async () => {
  const { page } = kiosk;
  await page.reload();
  await page.route('**/voucher-paper-*.js', (route) => route.abort());
  await prepare(page, '10000');
  await page.getByRole('button', { name: 'Recargar e imprimir' }).click();
  await expect(page.getByRole('alert')).toContainText('La recarga ya está hecha. No se crea otro código.');
  expectValue((await takePaper(page)).cuts).toBe(0);
  await page.unroute('**/voucher-paper-*.js');
  kiosk.complaints.length = 0;
});

describe('los otros papeles', () => {
  test('el estante escoge la suya al imprimir el recibo, en 58 mm', async () => {
    const { page } = tablet;
    await (await preparePurchase(page, voucher.uuid, 12_500)).click();
    await seeVerdict(page, 'Pagado');
    await page.getByRole('button', { name: 'Imprimir' }).click();
    await page.getByRole('button', { name: 'Escoger impresora' }).click();
    const setup = page.getByRole('dialog', { name: 'Impresora' });
    await setup.getByRole('button', { name: 'Rollo de 58 mm' }).click();
    await setup.getByRole('button', { name: 'Buscar por cable USB' }).click();
    await page.getByRole('button', { name: 'Imprimir la prueba' }).click();
    await page.getByRole('button', { name: 'Sí, quedó bien' }).click();
    await page.getByRole('button', { name: 'Volver' }).last().click();
    await takePaper(page, 384);
    await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
    await expect(page.getByText('Impreso.', { exact: true })).toBeVisible();
    expectValue(await barriers(page)).toEqual([]);
    const paper = await takePaper(page, 384);
    expectValue(paper).toMatchObject({ cuts: 1, letters: '', isTorn: false });
    expectValue(paper.height).toBeGreaterThan(400);
  });
});

/** The form up to its button: the customer found and the amount typed. */
async function prepare(page: Page, amount: string): Promise<void> {
  if (!page.url().endsWith('/create')) await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill(identification);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByLabel('Monto de la recarga').fill(amount);
}

/** The link that the code on the screen carries. */
async function shownLink(page: Page): Promise<string | null> {
  return page
    .getByRole('img', { name: /Código QR de/ })
    .first()
    .getAttribute('data-qr');
}

/** Top-ups that the server has posted, the one of the beginning included. */
function topUps(): Promise<number> {
  return market.withDatabase(async (database) => {
    const text = "select count(*)::int as count from movement where kind = 'top-up'";
    return (await database.query<{ count: number }>({ text })).rows[0]?.count ?? -1;
  });
}

/** Rows of the paper that are black at its left edge, and at its right one. */
function inkedRowsAtEdges({ width, height, pixels }: PrintedPaper): number[] {
  const rows = Array.from({ length: height }, (_, row) => row * width);
  return [0, width - 1].map((column) => rows.filter((row) => pixels[row + column] === 0).length);
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { frameOfPicture, showToCamera, smallCamera } from '#tests/support/browser/camera.ts';
import { catchPrinting, nextPrinted, printToPdf } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';
import { emptyFrame } from '#tests/support/browser/qr-frames.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { askAs, people, stallNames } from './market-people.ts';
import { devices, installed, signIn } from './open-device.ts';
import { reachOf } from './stall-purchase.ts';

/** The market's receipt lines: one that looks like markup, and one of maximum length. */
const lines = {
  receiptHeading: `Plaza <b>La Esperanza</b>, ${'sábados y domingos de 6 a 2, '.repeat(5)}`.trim(),
  receiptFooter: 'A'.repeat(200),
};
const customer = { name: 'Luz Marina Ospina', identification: '24684521' };

const folder = mkdtempSync(join(tmpdir(), 'market-day-'));
const cameraFile = join(folder, 'camera.y4m');
/** The steps of one day; each continues where the previous one ended. */
const opened = marketForPages({ settings: { VOUCHER_DAYS: '365' }, cameraFile });
const { market } = opened;
const kiosk = deviceForSuite(opened, devices.kiosk, undefined, {});
const tablet = deviceForSuite(opened, devices.tablet, undefined, {});
const phone = deviceForSuite(opened, devices.phone, undefined, {});
let picture: Buffer;

beforeAll(async () => {
  showToCamera(cameraFile, emptyFrame());
  await askAs(market, people.market, '/market/settings', {
    pointsEvery: 1000,
    registrationOpen: true,
    ...lines,
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('en el punto de recarga', () => {
  test('el operador entra y el quiosco queda instalado', async () => {
    await catchPrinting(kiosk.page);
    await signIn(kiosk.page, people.topUpPoint);
    await installed(kiosk.page);
    expect(new URL(kiosk.page.url()).pathname).toBe('/dashboard/home');
  });

  test('registra a un cliente nuevo y lo encuentra por su identificación', async () => {
    const { page } = kiosk;
    await page.getByRole('link', { name: 'Generar recarga' }).first().click();
    await page.getByLabel('Nombre', { exact: true }).fill(customer.name);
    await page.getByLabel('Identificación', { exact: true }).fill(customer.identification);
    await page.getByLabel('Aceptó que guardemos sus datos').check();
    await page.getByRole('button', { name: 'Registrar', exact: true }).click();
    await expect(page.getByText('Registro exitoso')).toBeVisible();
    await page.getByLabel('Correo o identificación').fill(customer.identification);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(page.getByText(`Identificación ${customer.identification}`).first()).toBeVisible();
  });

  test('recarga 50,000 y ve el código QR de 200', async () => {
    const { page } = kiosk;
    await page.getByLabel('Monto de la recarga').fill('50000');
    await expect(page.locator('output').filter({ hasText: '$50,000' })).toBeVisible();
    const next = reachOf(page, 'Nueva Recarga');
    await page.getByRole('button', { name: 'Recargar', exact: true }).click();
    await expect(page.getByText('Código creado correctamente')).toBeVisible();
    expect(await next, 'the second tap of a double tap').toEqual({ atOnce: false, later: true });
    await expect(page.getByText('Recargado hoy: $50,000 en 1 recarga')).toBeVisible();
    const box = await page.getByRole('img', { name: /Código QR de/ }).boundingBox();
    expect([box?.width, box?.height]).toEqual([200, 200]);
  });

  test('imprime el código en los tres papeles, de una sola hoja cada uno, con los textos del mercado', async () => {
    const { page } = kiosk;
    await page.getByRole('button', { name: 'Imprimir' }).click();
    for (const [name, paper, widthMm] of [
      ['Hoja A4', 'A4', 210],
      ['Rollo de 58 mm', '58mm', 58],
      ['Rollo de 80 mm', '80mm', 80],
    ] as const) {
      await page.getByText(name, { exact: true }).click();
      await page.getByRole('button', { name: 'Imprimir' }).last().click();
      const html = await nextPrinted(page);
      expect(html).toContain('Pago con QR');
      expect(html).toContain('$50,000');
      expect(html).toContain('data-piece="50000"');
      expect(html).toContain('Plaza &lt;b&gt;La Esperanza&lt;/b&gt;');
      expect(html).toContain(lines.receiptFooter);
      expect(html).toContain('No es factura de venta. Bono nominativo.');
      expect(html).toContain(`Vence el ${lastDay()}.`);
      const { pages } = await printToPdf(page, html);
      expect(pages).toMatchObject({ count: 1, widthMm });
      // A roll is as long as its contents.
      expect(pages.heightMm === 297).toBe(paper === 'A4');
      expect(html).toContain(`data-paper="${paper}"`);
    }
    await page.getByRole('button', { name: 'Volver' }).last().click();
    // The next printout asks for no size.
    await page.getByRole('button', { name: 'Imprimir' }).click();
    const sheet = page.getByText('Hoja A4', { exact: true });
    await expect(page.getByRole('button', { name: 'Rollo de 80 mm' })).toBeVisible();
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'Rollo de 80 mm' }).click();
    await expect(sheet).toBeVisible();
    await page.getByRole('button', { name: 'Volver' }).last().click();
  });

  test('descarga la imagen con el nombre del cliente', async () => {
    const { page } = kiosk;
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar' }).click();
    const download = await downloading;
    expect(download.suggestedFilename().toLowerCase()).toBe(`${customer.name.toLowerCase()}_qr.png`);
    picture = readFileSync(await download.path());
  });
});

describe('en el estante', () => {
  test('lee con la cámara la imagen descargada', async () => {
    const { page } = tablet;
    await signIn(page, people.stall);
    await installed(page);
    showToCamera(join(folder, 'camera.y4m'), await frameOfPicture(page, picture, smallCamera));
    await page.getByRole('link', { name: 'Escanear' }).first().click();
    await expect(page.getByLabel('Monto de la compra')).toBeVisible({ timeout: 10_000 });
    await expect(page.getByText(`Identificación ${customer.identification}`)).toBeVisible();
  });

  test('cobra 12,500 y entrega el producto', async () => {
    const { page } = tablet;
    for (const key of ['1', '2', '5', '0', '0'])
      await page.getByRole('button', { name: key, exact: true }).click();
    const next = reachOf(page, 'Cobrar otra');
    await page.getByRole('button', { name: 'Cobrar $12,500' }).click();
    expect(await next).toEqual({ atOnce: false, later: true });
    const result = page.getByRole('alert').filter({ hasText: 'Pagado' });
    await expect(result).toContainText('Entregue el producto');
    await expect(result).toContainText('$37,500');
    await expect(result).toContainText(/C-[0-9A-Z]{8}/);
  });
});

describe('otra compra con el mismo papel todavía ante la cámara', () => {
  const again = (): Locator => tablet.page.getByRole('button', { name: `${customer.name} otra vez` });

  test('no se abre sola: hay que tocar la tarjeta que dice de quién es', async () => {
    const { page } = tablet;
    await page.getByRole('button', { name: 'Cobrar otra' }).click();
    // The camera sees the voucher all the time: the card appears only where no sale was opened before it.
    await expect(again()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByLabel('Monto de la compra')).toBeHidden();
    await again().click();
    await expect(page.getByLabel('Monto de la compra')).toBeVisible();
  });

  test('tampoco al volver sin haber cobrado', async () => {
    const { page } = tablet;
    await page.getByRole('button', { name: 'Volver' }).click();
    await expect(again()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByLabel('Monto de la compra')).toBeHidden();
  });
});

describe('en el celular del cliente, sin cuenta', () => {
  test('abre el enlace del papel y ve su saldo', async () => {
    const { page } = phone;
    await page.goto(await textInPicture(picture));
    // A first visit: everything is fetched, which takes its time on a busy machine.
    await expect(page.getByText('$37,500')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/Recarga del .* · Vigente/)).toBeVisible();
    await installed(page, false);
  });

  test('compra 7,500 en otro estante', async () => {
    await buy('7500');
    const { page } = phone;
    await expect(page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
    const result = page.getByRole('alert').filter({ hasText: 'Su compra' });
    await expect(result).toContainText('$30,000');
    await expect(result).toContainText(/C-[0-9A-Z]{8}/);
  });

  test('sigue comprando: le quedan 30,000', async () => {
    const { page } = phone;
    await page.getByRole('button', { name: 'Seguir Comprando' }).click();
    await expect(page.getByText('Su compra se ha realiza correctamente')).toBeHidden();
    await expect(page.getByText('$30,000')).toBeVisible();
    await expect(page.getByLabel('Monto de la compra')).toBeHidden();
  });

  test('ve sus dos compras, y desde cuándo cuentan sus puntos', async () => {
    const { page } = phone;
    await page.getByRole('button', { name: 'Mis compras' }).click();
    const history = page.getByRole('dialog', { name: 'Mis compras' });
    await expect(history.getByRole('listitem').filter({ hasText: stallNames.otherStall })).toContainText(
      '$7,500',
    );
    await expect(history.getByRole('listitem').filter({ hasText: '$12,500' })).toContainText('Confirmada');
    await expect(history.getByText('0 en Plaza La Esperanza')).toBeVisible();
    await expect(history.getByText('Los de hoy se suman mañana.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('gasta todo mientras un estante tiene abierto el mismo código, que queda No activo', async () => {
    await tablet.page.getByRole('button', { name: `${customer.name} otra vez` }).click();
    await expect(tablet.page.getByText('$30,000').filter({ visible: true }).first()).toBeVisible({
      timeout: 15_000,
    });
    await buy('30000');
    await expect(phone.page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
    await phone.page.getByRole('button', { name: 'Seguir Comprando' }).click();
    await expect(phone.page.getByText('No activo')).toBeVisible();
    await expect(phone.page.getByRole('button', { name: 'Comprar', exact: true })).toHaveCount(0);
  });
});

describe('otra vez en el estante', () => {
  test('una compra más no se cobra, y se ve por qué', async () => {
    const { page } = tablet;
    for (const key of ['1', '000']) await page.getByRole('button', { name: key, exact: true }).click();
    await page.getByRole('button', { name: 'Cobrar $1,000' }).click();
    const result = page.getByRole('alert').filter({ hasText: 'No se cobró' });
    await expect(result).toContainText('Este código QR ya no tiene saldo.');
    await expect(result).toContainText('No entregue todavía');
  });
});

/** Returns the day a year from now, in Bogotá: the printed expiry of a voucher issued today. */
function lastDay(): string {
  const day = new Date(Date.now() + 365 * 86_400_000);
  return new Intl.DateTimeFormat('es-CO', {
    timeZone: 'America/Bogota',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(day);
}

/** Picks the other stall, types the amount and buys. */
async function buy(amount: string): Promise<void> {
  const { page } = phone;
  await page.getByRole('button', { name: 'Ver los 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: stallNames.otherStall }).click();
  await page.getByLabel('Monto de la compra').fill(amount);
  await page.getByRole('button', { name: 'Comprar', exact: true }).click();
}

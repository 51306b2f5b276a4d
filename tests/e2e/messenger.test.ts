import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDayWithoutLink } from './day-without-link.ts';
import { people } from './market-people.ts';
import { moveClock } from './move-clock.ts';
import { devices, installed } from './open-device.ts';
import { balanceOf, seeVerdict } from './stall-sale.ts';
import { find, offline, take } from './stall-without-link.ts';

const day = openDayWithoutLink();
const folder = mkdtempSync(join(tmpdir(), 'cartas-'));

test('un estante sin red manda su sobre con otro celular, abre la respuesta y sigue vendiendo', async () => {
  const tablet = await day.enrolled('Finca El Roble', people.stall, devices.tablet);
  const { urlCodeQr, uuid } = await day.voucher(50_000);
  const stall = tablet.page;
  await offline(tablet);
  await sell(stall, urlCodeQr, 12_500);

  await stall.goto('/dashboard/pendientes');
  await stall.getByRole('button', { name: 'Enviar con alguien' }).click();
  const sheet = stall.getByRole('dialog', { name: 'Enviar con alguien' });
  await expect(sheet.getByText('1 venta')).toBeVisible();
  await expect(sheet.getByText('$12,500')).toBeVisible();
  expect(await barriers(stall)).toEqual([]);
  const first = await saved(stall, () =>
    sheet.getByRole('button', { name: 'Guardar en una memoria' }).click(),
  );
  await expect(stall.getByRole('heading', { name: /^El sobre salió hoy a las/ })).toBeFocused();
  await expect(stall.getByText('1 venta, $12,500. Falta la respuesta.')).toBeVisible();
  expect(await barriers(stall)).toEqual([]);

  // A second letter, with another sale, for another carrier.
  await sell(stall, urlCodeQr, 5_000);
  await stall.goto('/dashboard/pendientes');
  await stall.getByRole('button', { name: 'Enviarlo con otra persona' }).click();
  await expect(sheet.getByText('2 ventas')).toBeVisible();
  const second = await saved(stall, () =>
    sheet.getByRole('button', { name: 'Guardar en una memoria' }).click(),
  );

  const carrier = await day.open(devices.phone);
  const phone = carrier.page;
  await phone.goto('/mensajero');
  await installed(phone, 'later');
  await carrier.context.setOffline(true);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Usted lleva el correo de la plaza' })).toBeVisible();
  await expect(phone.getByText('Sin señal')).toBeVisible();
  const letterFile = phone.getByLabel('Traer una carta');
  await letterFile.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') });
  await expect(phone.getByText('Este archivo no es una carta. Escoja el sobre que le dieron.')).toBeVisible();
  await letterFile.setInputFiles([first]);
  await expect(phone.getByRole('listitem').filter({ hasText: 'Finca El Roble' })).toContainText('Espera');
  await phone.reload();
  await expect(phone.getByText('1 carta sellada, nadie la puede leer')).toBeVisible();
  await expect(phone.getByText('$')).toHaveCount(0);
  expect(await barriers(phone)).toEqual([]);

  // The link fails in the middle of the first call: the server has the letter, and the phone has no answer.
  let isCut = false;
  await carrier.context.route('**/api/v1/sync/letters', async (route) => {
    if (isCut) return route.continue();
    isCut = true;
    await route.fetch();
    return route.abort();
  });
  await carrier.context.setOffline(false);
  await expect(phone.getByRole('heading', { name: 'Entregada' })).toBeVisible({ timeout: 40_000 });
  expect(isCut).toBe(true);
  expect(await balanceOf(day.market, uuid)).toBe(37_500);
  expect(await barriers(phone)).toEqual([]);
  const older = await saved(phone, () => phone.getByRole('button', { name: 'Guardar la respuesta' }).click());

  // The second carrier's letter is delivered by the same phone, with a changed one beside it.
  const letter = JSON.parse(await text(second)) as { body: string; iv: string };
  const changed = { ...letter, iv: `${letter.iv.slice(0, -2)}AA`, body: `${letter.body.slice(0, -3)}AAA` };
  await letterFile.setInputFiles([
    { name: 'sobre.carta', mimeType: 'text/plain', buffer: Buffer.from(JSON.stringify(letter)) },
    { name: 'cambiada.carta', mimeType: 'text/plain', buffer: Buffer.from(JSON.stringify(changed)) },
  ]);
  await expect(phone.getByText('Esta carta fue cambiada. Pida otra.')).toBeVisible({ timeout: 40_000 });
  await expect(phone.getByRole('heading', { name: 'Entregadas 2 de 3' })).toBeVisible();
  expect(await barriers(phone)).toEqual([]);
  const newer = await savedAll(
    phone,
    () => phone.getByRole('button', { name: 'Guardar las respuestas' }).click(),
    2,
  );
  expect(await balanceOf(day.market, uuid)).toBe(32_500);

  const open = stall.getByLabel('Abrir la respuesta');
  await open.setInputFiles(String(newer[1]));
  await expect(stall.getByRole('heading', { name: /^Al día hasta hoy/ })).toBeFocused();
  await expect(stall.getByText('2 ventas, $17,500')).toBeVisible();
  await expect(stall.getByText(/^Puede vender sin conexión hasta/)).toBeVisible();
  await expect(stall.getByText('Pagada', { exact: true })).toHaveCount(2);
  expect(await barriers(stall)).toEqual([]);

  // Sells on by the list that was carried: the balance that the market knew then.
  await sell(stall, urlCodeQr, 30_000);
  await stall.goto('/dashboard/pendientes');
  await stall.getByRole('button', { name: 'Enviar con alguien' }).click();
  await saved(stall, () => sheet.getByRole('button', { name: 'Guardar en una memoria' }).click());
  await expect(stall.getByRole('heading', { name: /^El sobre salió hoy a las/ })).toBeFocused();
  await open.setInputFiles(older);
  await expect(
    stall.getByText('Esta respuesta no es más nueva que lo que ya tiene esta tableta. No cambió nada.'),
  ).toBeVisible();

  await tablet.context.setOffline(false);
  await expect(stall.getByText('Pagada', { exact: true })).toHaveCount(3, { timeout: 40_000 });
  expect(await balanceOf(day.market, uuid)).toBe(2_500);
  await phone.getByRole('button', { name: 'Borrar las entregadas' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Borrar las entregadas' }).click();
  await expect(phone.getByText('Traiga aquí el sobre que le dieron.')).toBeVisible();
});

test('tras dos días sin red se ofrece enviar con alguien, y la hoja se maneja con el teclado', async () => {
  const tablet = await day.enrolled('Miel de Guasca', people.otherStall, { width: 360, height: 740 });
  const { page, context } = tablet;
  const { urlCodeQr } = await day.voucher(20_000);
  await offline(tablet);
  await sell(page, urlCodeQr, 8_000);
  await context.addInitScript(moveClock, 49 * 3_600_000);
  await page.goto('/dashboard/pendientes');
  await expect(page.getByText('Sin conexión hace 2 días')).toBeVisible();
  await expect(page.getByText('1 venta por enviar, $8,000. Sigue guardada aquí.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '¿Alguien va para el pueblo?' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enviar con alguien' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Guardar en una memoria' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Enviar con alguien' })).toBeFocused();
  const wrong = { name: 'x.carta', mimeType: 'text/plain', buffer: Buffer.from('{}') };
  await page.getByLabel('Abrir la respuesta').setInputFiles(wrong);
  await expect(
    page.getByText('Este archivo no es una respuesta. Escoja el que trajo el mensajero.'),
  ).toBeVisible();
});

async function sell(page: Page, code: string, amount: number): Promise<void> {
  await find(page, code);
  await take(page, amount);
  await seeVerdict(page, 'Aceptada sin conexión');
}

/** Returns the path of the file that `save` downloads. */
async function saved(page: Page, save: () => Promise<void>): Promise<string> {
  const [path] = await savedAll(page, save, 1);
  return String(path);
}

async function savedAll(page: Page, save: () => Promise<void>, count: number): Promise<string[]> {
  const paths: string[] = [];
  const all = new Promise<void>((resolve, reject) => {
    page.on('download', (download) => {
      const path = join(folder, `${paths.length}-${Date.now()}-${download.suggestedFilename()}`);
      paths.push(path);
      download.saveAs(path).then(() => (paths.length === count ? resolve() : undefined), reject);
    });
  });
  await save();
  await all;
  page.removeAllListeners('download');
  return paths;
}

async function text(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

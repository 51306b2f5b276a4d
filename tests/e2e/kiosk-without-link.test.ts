import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDayWithoutLink } from './day-without-link.ts';
import { askAs, people } from './market-people.ts';
import { devices, signIn, type Device } from './open-device.ts';
import { balanceOf, seeVerdict } from './stall-sale.ts';
import { find, offline, take } from './stall-without-link.ts';

const day = openDayWithoutLink();

test('un punto registrado registra y recarga sin red, y un estante sin red cobra ese código', async () => {
  const kiosk = await day.enrolled('Caja principal', people.topUpPoint, devices.kiosk);
  const tablet = await day.enrolled('Tableta 8', people.otherStall, devices.tablet);
  const link = await topUpOffline(kiosk, 'Pedro Nuevo', '99887766');

  await offline(tablet);
  await find(tablet.page, link);
  await take(tablet.page, 10_000);
  await seeVerdict(tablet.page, 'Aceptada sin conexión');
  await expect(tablet.page.getByText('Entregue el producto')).toBeVisible();
  await tablet.page.goto('/dashboard/pendientes');
  await tablet.context.setOffline(false);
  await expect(tablet.page.getByText('Espera recarga')).toBeVisible({ timeout: 40_000 });

  await kiosk.context.setOffline(false);
  await expect(kiosk.page.getByText('Código creado correctamente')).toBeVisible({ timeout: 40_000 });
  await expect
    .poll(() => balanceOf(day.market, new URL(link).searchParams.get('codeQrId') ?? ''), { timeout: 20_000 })
    .toBe(20_000);

  // Back at the window a minute later, on a phone: one tap.
  const { page } = kiosk;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Nueva Recarga' }).click();
  const last = page.getByRole('region', { name: 'Los últimos' }).getByRole('button');
  await expect(last).toHaveText(/Pedro Nuevo/);

  expect(await barriers(page)).toEqual([]);
  await last.click();
  await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Recarga para Pedro Nuevo' })).toBeVisible();
});

test('otro recarga primero el código de una recarga sin red: el mercado entrega uno nuevo', async () => {
  const kiosk = await day.enrolled('Caja del fondo', people.topUpPoint, devices.kiosk);
  const { clientId } = await day.voucher(5_000);
  const link = await topUpOffline(kiosk, 'Eva Ruiz', '11223344');
  const uuid = new URL(link).searchParams.get('codeQrId') ?? '';
  const thief = { monto: 1_000, uuid, clientId };
  await askAs(day.market, people.topUpPoint, '/code-qr/create-recharger', thief);
  await kiosk.page.goto('/dashboard/pendientes');
  await kiosk.context.setOffline(false);
  const reason = 'Este código ya tenía otra recarga. El cliente necesita un código nuevo.';
  await expect(kiosk.page.getByText(reason)).toBeVisible({ timeout: 40_000 });

  const { page } = await day.open(devices.phone);
  await signIn(page, people.market);
  await page.goto('/dashboard/pendientes');
  await page.getByRole('button', { name: /^Ver y asignar/ }).click();
  await expect(page.getByLabel('Qué se hace')).toHaveText(
    'La recarga se hace con un código nuevoLa recarga no se hace',
  );
  await page.getByLabel('Nota').fill('El efectivo está en la caja');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { name: '¿Dar un código nuevo de $30,000?' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sí, código nuevo de $30,000' }).click();
  await expect(page.getByText('Código creado correctamente')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Imprimir/ }).first()).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Volver a pendientes' }).click();
  await expect(page.getByRole('heading', { name: 'Pendientes' })).toBeFocused();
  await expect(page.getByText('Resuelta').first()).toBeVisible();
  expect(await balanceOf(day.market, uuid)).toBe(1_000);

  // The point learns its code as well.
  await kiosk.page.getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(kiosk.page.getByText(/^Recarga [0-9A-Z]{4}-[0-9A-Z]{4}\.$/)).toBeVisible({ timeout: 40_000 });
});

/** Registers a customer and tops up $30,000 without a link; returns the link in the code. */
async function topUpOffline(kiosk: Device, name: string, identificacion: string): Promise<string> {
  const { page } = kiosk;
  await offline(kiosk);
  await page.goto('/dashboard/puntos-de-recarga/create');
  // The number finds no customer, and is not typed twice.
  await page.getByLabel('Correo o identificación').fill(identificacion);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Registrar a ${identificacion}` }).click();
  await expect(page.getByLabel('Identificación', { exact: true })).toHaveValue(identificacion);
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByText('Guardado aquí').waitFor();
  await page.getByLabel('Monto de la recarga').fill('30000');
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await page.getByText('Código entregado sin conexión').waitFor();
  return issuedLink(page);
}

/** Returns the link in the code on the kiosk's screen, from its database. */
async function issuedLink(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('mercado-dinero');
      request.addEventListener('success', () => resolve(request.result));
    });
    const all = (table: string) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const request = db.transaction(table).objectStore(table).getAll() as IDBRequest<
          Record<string, unknown>[]
        >;
        request.addEventListener('success', () => resolve(request.result));
      });
    const envelope = (await all('envelopes')).find(({ kind }) => kind === 'top-up');
    const status = (await all('fates')).find(({ opId }) => opId === envelope?.['opId']);
    db.close();
    if (!envelope || !status) throw new Error('no top-up was kept');
    const { clientId, uuid } = envelope['payload'] as { clientId: string; uuid: string };
    const { proof } = status['offline'] as { proof: string };
    return `${location.origin}/code-qr?userId=${clientId}&codeQrId=${uuid}#${proof}`;
  });
}

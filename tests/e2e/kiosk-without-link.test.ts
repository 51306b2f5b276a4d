import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDayWithoutLink } from './day-without-link.ts';
import { people } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf, seeVerdict } from './stall-sale.ts';
import { find, offline, take } from './stall-without-link.ts';

const day = openDayWithoutLink();

test('un punto registrado registra y recarga sin red, y un estante sin red cobra ese código', async () => {
  const kiosk = await day.enrolled('Caja principal', people.topUpPoint, devices.kiosk);
  const tablet = await day.enrolled('Tableta 8', people.otherStall, devices.tablet);
  await offline(kiosk);
  await kiosk.page.goto('/dashboard/puntos-de-recarga/create');
  // The number finds no customer, and is not typed twice.
  await kiosk.page.getByLabel('Correo o identificación').fill('99887766');
  await kiosk.page.keyboard.press('Enter');
  await kiosk.page.getByRole('button', { name: 'Registrar a 99887766' }).click();
  await expect(kiosk.page.getByLabel('Identificación', { exact: true })).toHaveValue('99887766');
  await kiosk.page.getByLabel('Nombre', { exact: true }).fill('Pedro Nuevo');
  await kiosk.page.getByLabel('Aceptó que guardemos sus datos').check();
  await kiosk.page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await kiosk.page.getByText('Guardado aquí').waitFor();
  await kiosk.page.getByLabel('Monto de la recarga').fill('30000');
  await kiosk.page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await kiosk.page.getByText('Código entregado sin conexión').waitFor();
  const link = await issuedLink(kiosk.page);

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

import { test } from 'vitest';
import { conflictReasonTexts } from '#src/client/texts/settlement-texts.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { topUpOffline } from './kiosk-top-up.ts';
import { askAs, people } from './market-people.ts';
import { devices, type Device } from './open-device.ts';
import { balanceOf } from './stall-purchase.ts';

const day = openDay();

/** The link dies at the tap, and the amount is more than a kiosk issues alone: no paper, and the cash goes back. */
async function ruledOut({ page, context }: Device): Promise<void> {
  const why = 'Pasa del límite de una recarga sin conexión.';
  await context.route(/\/api\/v1\/sync$/, (route) => route.abort());
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill('sin-red-1');
  await page.keyboard.press('Enter');
  await page.getByLabel('Monto de la recarga').fill('150000');
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Pendiente de confirmar');
  await expect(page.getByRole('alert')).toContainText(why);
  const opening = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/dashboard/pendientes'));
  const outbox = await opening;
  await expect(outbox.getByRole('listitem').filter({ hasText: '$150,000' })).toContainText(
    `${why} No entregue todavía.`,
  );
  await outbox.close();
  await page.getByRole('button', { name: 'Devolví el efectivo: retirar la recarga' }).click();
  await page.getByRole('button', { name: 'Monto equivocado' }).click();
  await page.getByRole('button', { name: 'Sí, anular $150,000' }).click();
  await expect(page.getByText('Recarga anulada')).toBeVisible();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

test('otro recarga primero el código de una recarga sin red: el mercado entrega uno nuevo', async () => {
  const kiosk = await day.enrolled('Caja del fondo', people.topUpPoint, devices.kiosk);
  const { clientId } = await day.voucher(5_000);
  await ruledOut(kiosk);
  const link = await topUpOffline(kiosk, 'Eva Ruiz', '11223344');
  const uuid = new URL(link).searchParams.get('codeQrId') ?? '';
  const thief = { monto: 1_000, uuid, clientId };
  await askAs(day.market, people.topUpPoint, '/code-qr/create-recharger', thief);
  await kiosk.page.goto('/dashboard/pendientes');
  await kiosk.context.setOffline(false);
  const reason = conflictReasonTexts.ID_TAKEN;
  await expect(kiosk.page.getByText(reason)).toBeVisible({ timeout: 40_000 });

  const { page } = await day.open(devices.phone, people.market);
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

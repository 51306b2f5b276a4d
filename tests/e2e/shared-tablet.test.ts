import { test } from 'vitest';
import type { UserPage } from '#src/contract/accounts/user-list.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { askAs, people } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { balanceOf } from './stall-purchase.ts';
import { enrolmentCode, find, offline, take, typeAmount, typeCode, typePin } from './stall-without-link.ts';

/** The PIN of the second person on the tablet. */
const otherPin = '730264';

const day = openDay();

test('lo que un código no permite se dice con su motivo, y no se guarda ninguna venta', async () => {
  const tablet = await day.enrolled('Tableta 3', people.stall, devices.tablet);
  const { urlCodeQr } = await day.voucher(90_000);
  await offline(tablet);
  await find(tablet.page, urlCodeQr);
  await typeAmount(tablet.page, 60_000);
  // Shown before the tap, with the possible amount.
  await expect(tablet.page.getByText('Pasa del límite')).toBeVisible();
  await expect(tablet.page.getByText('El límite es')).toBeVisible();
  await expect(tablet.page.getByRole('button', { name: 'Cobrar $50,000' })).toBeEnabled();
  expect(await barriers(tablet.page)).toEqual([]);
  await find(tablet.page, urlCodeQr.split('#')[0] ?? '');
  await expect(tablet.page.getByText('Este código no trae firma.')).toBeVisible();
  expect(await barriers(tablet.page)).toEqual([]);
  await tablet.page.goto('/dashboard/pendientes');
  await expect(tablet.page.getByText('No hay pendientes')).toBeVisible();
});

test('dos personas en una tableta: cinco PIN malos cierran a una; lo que vendió la otra lo envía otro equipo', async () => {
  const shared = await day.enrolled('Tableta 9', people.stall, devices.tablet);
  await shared.page.evaluate(() => sessionStorage.clear());
  await signIn(shared.page, people.otherStall);
  await shared.page.goto('/dashboard/dispositivos');
  await shared.page.getByLabel('PIN de 6 números').fill(otherPin);
  await shared.page.getByLabel('Repita el PIN').fill(otherPin);
  const code = await enrolmentCode(shared.page, people.otherStall);
  await shared.page.getByLabel('Código del mercado (opcional)').fill(code);
  await shared.page.getByRole('button', { name: 'Guardar PIN' }).click();
  await shared.page.getByText('Wilson Arango').first().waitFor();
  const { urlCodeQr, uuid } = await day.voucher(40_000);
  const rescuer = await day.enrolled('Tableta 10', people.stall, devices.tablet);

  await offline(shared);
  await shared.page.evaluate(() => sessionStorage.clear());
  await shared.page.goto('/login');
  await shared.page.getByRole('button', { name: 'Rosalba Giraldo' }).click();
  for (const said of [4, 3, 2].map((left) => `Quedan ${left} intentos.`).concat('Queda 1 intento.')) {
    await typePin(shared.page, '111113');
    await shared.page.getByText(`PIN equivocado. ${said}`).waitFor();
  }
  await typePin(shared.page, '111113');
  await shared.page.getByRole('heading', { name: 'PIN bloqueado' }).waitFor();
  expect(await barriers(shared.page)).toEqual([]);
  await shared.page.reload();
  await shared.page.getByRole('button', { name: 'Rosalba Giraldo' }).click();
  await shared.page.getByRole('heading', { name: 'PIN bloqueado' }).waitFor();
  await shared.page.getByRole('button', { name: 'Entrar con otra persona' }).click();
  await typePin(shared.page, otherPin);
  await shared.page.getByText('Sin conexión: modo limitado').waitFor();
  // Not by an address: a reloaded page is locked.
  await shared.page.evaluate(() => {
    history.pushState({}, '', '/dashboard/reportes');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await shared.page.getByRole('heading', { name: 'Esta página necesita su contraseña' }).waitFor();
  await shared.page.getByRole('link', { name: 'Ir a Escanear' }).click();
  await shared.page.waitForURL('**/dashboard/escanear');
  await typeCode(shared.page, urlCodeQr);
  await take(shared.page, 15_000);
  await expect(shared.page.getByText('Entregue el producto')).toBeVisible();

  await shared.page.getByRole('button', { name: 'Ver pendientes' }).click();
  await shared.page.getByRole('button', { name: 'Guardar copia' }).click();
  const downloading = shared.page.waitForEvent('download');
  await shared.page.getByRole('dialog').getByRole('button', { name: 'Guardar copia' }).click();
  const file = await (await downloading).path();
  await rescuer.page.goto('/dashboard/pendientes');
  await rescuer.page.locator('input[type=file]').setInputFiles(file);
  await expect(
    rescuer.page.getByText('Tableta 9: llegaron 2 ventas o recargas. Confirmadas: 2.').first(),
  ).toBeVisible();
  await expect(rescuer.page.getByText('Confirmada', { exact: true })).toHaveCount(0);
  expect(await balanceOf(day.market, uuid)).toBe(25_000);

  await shared.context.setOffline(false);
  await expect(shared.page.getByText('Pagada', { exact: true })).toBeVisible({ timeout: 40_000 });
  expect(await balanceOf(day.market, uuid)).toBe(25_000);
  // The market ends the access of the person whose PIN opened it.
  const { items } = await askAs<UserPage>(day.market, people.market, '/auth/users?userType=ESTANTE');
  const found = items.find(({ email }) => email === people.otherStall.email);
  await askAs(day.market, people.market, '/auth/reject', { id: found?._id, userType: 'ESTANTE' });
  await offline(shared);
  await shared.context.setOffline(false);
  await shared.page.getByRole('heading', { name: 'PIN bloqueado' }).waitFor({ timeout: 60_000 });
});

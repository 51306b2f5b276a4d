import type { Locator, Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { topUpOffline } from './kiosk-top-up.ts';
import { people } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf, seeVerdict } from './stall-purchase.ts';
import { find, offline, pin, take, typePin } from './stall-without-link.ts';

const day = openDay();

test('una tableta registrada cobra sin red, se cierra, abre con el PIN y todo se paga al volver', async () => {
  const tablet = await day.enrolled('Tableta 7', people.stall, devices.tablet);
  const { urlCodeQr, uuid } = await day.voucher(50_000);
  const online = await colourOf(tablet.page.getByRole('link', { name: 'En línea' }));
  await offline(tablet);
  await charge(tablet.page, urlCodeQr, 12_500);
  await seeVerdict(tablet.page, 'Aceptada sin conexión');
  await expect(tablet.page.getByText('Entregue el producto')).toBeVisible();
  await expect(tablet.page.getByText('1 · $12,500', { exact: true })).toBeVisible();
  expect(await balanceOf(day.market, uuid)).toBe(50_000);

  // The day's figures are the tablet's: one strip, and no panel that only reports missing data.
  for (const path of ['home', 'ventas', 'caja']) {
    await tablet.page.goto(`/dashboard/${path}`);
    await tablet.page.getByRole('heading', { level: 1 }).waitFor();
    await expect(
      tablet.page.getByText(/^Sin conexión.*\. (Esto es lo de|No se le puede preguntar)/),
    ).toHaveCount(1);
    await expect(tablet.page.getByText('No hay conexión')).toHaveCount(0);
    expect(await barriers(tablet.page)).toEqual([]);
  }
  expect(await colourOf(tablet.page.getByRole('link', { name: /^Sin conexión/ }))).not.toBe(online);
  await tablet.page.goto('/dashboard/ventas');
  await expect(tablet.page.getByRole('img', { name: 'Confirmado $0, falta $12,500' })).toBeVisible();

  await tablet.page.evaluate(() => sessionStorage.clear());
  await tablet.page.goto('/login');
  await expect(tablet.page.getByText('Tableta 7 · ')).toBeVisible();
  for (const digit of '111113') await tablet.page.getByRole('button', { name: digit, exact: true }).click();
  await tablet.page.getByText('PIN equivocado. Quedan 4 intentos.').waitFor();
  expect(await barriers(tablet.page)).toEqual([]);
  await tablet.page.getByRole('button', { name: 'Ingresar con contraseña' }).click();
  await tablet.page.getByLabel('Correo electrónico').fill(people.stall.email);
  await tablet.page.getByLabel('Tipo de usuario').selectOption({ label: 'Estante' });
  await tablet.page.getByLabel('Contraseña', { exact: true }).fill('da lo mismo');
  await tablet.page.getByRole('button', { name: 'Ingresar' }).click();
  await tablet.page.getByText('No hay conexión. Abra con su PIN.').waitFor();
  await tablet.page.getByRole('button', { name: 'Abrir con PIN' }).click();
  await typePin(tablet.page, pin);
  await tablet.page.getByText('Sin conexión: modo limitado').waitFor();
  await tablet.page.getByRole('link', { name: 'Mis ventas' }).last().click();
  await expect(tablet.page.getByRole('listitem').filter({ hasText: '$12,500' })).toContainText('Por enviar');
  await tablet.page.getByRole('link', { name: /^Sin conexión/ }).click();
  await expect(tablet.page.getByText('Aceptada sin conexión')).toBeVisible();
  expect(await barriers(tablet.page)).toEqual([]);

  await tablet.context.setOffline(false);
  await expect(tablet.page.getByText('Pagada', { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(tablet.page.getByText('Volvió la conexión. Lo pendiente se envió.')).toBeVisible();
  expect(await balanceOf(day.market, uuid)).toBe(37_500);
});

test('el mismo código en dos tabletas sin red: los dos estantes cobran, el faltante se asigna', async () => {
  const one = await day.enrolled('Tableta 1', people.stall, devices.tablet);
  const other = await day.enrolled('Tableta 2', people.otherStall, devices.tablet);
  const { urlCodeQr, uuid } = await day.voucher(20_000);
  for (const { page, context } of [one, other]) {
    await offline({ page, context });
    await charge(page, urlCodeQr, 15_000);
    await expect(page.getByText('Entregue el producto')).toBeVisible();
    await page.goto('/dashboard/pendientes');
  }
  await one.context.setOffline(false);
  await expect(one.page.getByText('Pagada', { exact: true }).first()).toBeVisible({ timeout: 40_000 });
  await other.context.setOffline(false);
  await expect(other.page.getByText('Pagada con garantía')).toBeVisible({ timeout: 40_000 });
  expect(await balanceOf(day.market, uuid)).toBe(0);

  const phone = await day.open(devices.phone);
  await phone.page.goto(urlCodeQr);
  await phone.page.getByRole('button', { name: 'Mis compras' }).click();
  await expect(phone.page.getByText('Confirmada')).toBeVisible();
  await expect(
    phone.page.getByText('Ajustada. El código no alcanzó: faltaron $10,000. El estante recibió todo.'),
  ).toBeVisible();

  const manager = await day.open(devices.kiosk, people.market);
  await manager.page.goto('/dashboard/pendientes');
  await manager.page
    .getByRole('button', { name: /^Ver y asignar/ })
    .first()
    .click();
  await expect(manager.page.getByText('Dónde se usó este código sin conexión')).toBeVisible();
  expect(await barriers(manager.page)).toEqual([]);
  await manager.page.getByLabel('Nota').fill('Papel copiado');
  await manager.page.getByRole('button', { name: 'Continuar' }).click();
  await manager.page.getByRole('button', { name: 'Sí, asignar $10,000' }).click();
  await expect(manager.page.getByText('Asignado')).toBeVisible();
  await manager.page.goto('/dashboard/dispositivos');
  await manager.page.getByText('Tableta 2').first().waitFor();
  // The worst possible loss, in this market's numbers.
  for (const sum of [
    /^Con un código copiado\d dispositivos × el menor de \$50,000 y \$[\d,]+ = \$[\d,]+$/,
    /^Con todos los dispositivos sin conexión\d dispositivos × \$300,000 = \$[\d,]+$/,
  ])
    await expect(manager.page.getByText(sum)).toBeVisible();
  expect(await barriers(manager.page)).toEqual([]);
});

test('un punto registrado registra y recarga sin red, y un estante sin red cobra ese código', async () => {
  const kiosk = await day.enrolled('Caja principal', people.topUpPoint, devices.kiosk);
  const tablet = await day.enrolled('Tableta 8', people.otherStall, devices.tablet);
  const link = await topUpOffline(kiosk, 'Pedro Nuevo', '99887766');
  // The cashier left the screen before printing.
  await kiosk.page.goto('/dashboard/pendientes');
  await kiosk.page.getByRole('button', { name: 'Imprimir' }).click();
  const paper = kiosk.page.getByRole('dialog', { name: 'Imprimir' });
  await expect(paper.getByText('99887766')).toBeVisible();
  await expect(paper.getByRole('img', { name: /Código QR de/ })).toBeVisible();

  await offline(tablet);
  await find(tablet.page, link);
  await take(tablet.page, 10_000);
  await seeVerdict(tablet.page, 'Aceptada sin conexión');
  await expect(tablet.page.getByText('Entregue el producto')).toBeVisible();
  await tablet.page.goto('/dashboard/pendientes');
  await tablet.context.setOffline(false);
  await expect(tablet.page.getByText('Espera recarga')).toBeVisible({ timeout: 40_000 });

  await kiosk.context.setOffline(false);
  await expect(paper.getByText('Código creado correctamente')).toBeVisible({ timeout: 40_000 });
  await expect
    .poll(() => balanceOf(day.market, new URL(link).searchParams.get('codeQrId') ?? ''), { timeout: 20_000 })
    .toBe(20_000);

  // Back at the window a minute later, on a phone: one tap.
  const { page } = kiosk;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/puntos-de-recarga/create');
  const last = page.getByRole('region', { name: 'Los últimos' }).getByRole('button');
  await expect(last).toHaveText(/Pedro Nuevo/);

  expect(await barriers(page)).toEqual([]);
  await last.click();
  await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
  await expect(page.getByText('Pedro Nuevo', { exact: true })).toBeVisible();
});

async function charge(page: Page, code: string, amount: number): Promise<void> {
  await find(page, code);
  await take(page, amount);
}

function colourOf(part: Locator): Promise<string> {
  return part.evaluate((element) => getComputedStyle(element).color);
}

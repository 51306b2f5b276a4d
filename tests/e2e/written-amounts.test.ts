import { beforeAll, expect as check, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { insertText } from '#tests/support/browser/insert-text.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { openDay } from './day.ts';
import { askAs, people, stallNames, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf } from './stall-purchase.ts';

const day = openDay();
const { market } = day;
let voucher: { uuid: string; clientId: string };

beforeAll(async () => {
  voucher = await topUp(market, 100_000, '24684521');
  const stalls = await askAs<Stall[]>(market, people.stall, '/estantes');
  const { _id: estanteId, estanteName } = stalls.find((one) => one.estanteName === stallNames.stall) ?? {};
  await askAs(market, people.stall, '/shopping/create', {
    userId: voucher.clientId,
    codeQrUuid: voucher.uuid,
    estanteId,
    estanteName,
    price: 100_000,
    userName: 'luz marina ospina',
  });
});

test('un monto pegado o soltado con puntos es el que la persona ve, en la recarga y en el pago', async () => {
  const { page } = await day.open(devices.kiosk, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill('24684521');
  await page.getByRole('button', { name: 'Buscar' }).click();
  const amount = page.getByLabel('Monto de la recarga');
  await expect(amount).toBeEnabled();
  for (const way of ['paste', 'drop'] as const) {
    await amount.fill('');
    await insertText(amount, way, '50.000');
    await expect(page.locator('output').filter({ hasText: '$50,000' })).toBeVisible();
    await insertText(amount, way, '5e4');
    await expect(page.getByRole('alert')).toContainText('No se pegó «5e4»');
    await expect(amount).toHaveValue('$50,000');
  }
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(page.getByText('Código creado correctamente')).toBeVisible();
  await expect(page.getByText('Recargado hoy: $150,000 en 2 recargas')).toBeVisible();

  const office = await day.open(devices.kiosk, people.market);
  for (const way of ['paste', 'drop'] as const) {
    await office.page.goto('/dashboard/caja');
    await office.page.getByRole('button', { name: `Pagar a ${stallNames.stall}` }).click();
    await insertText(office.page.getByLabel('Monto del pago'), way, '$ 50.000,00');
    await office.page.getByRole('button', { name: 'Continuar' }).click();
    await office.page.getByRole('button', { name: 'Sí, pagar $50,000' }).click();
    await expect(office.page.getByText(`$50,000 pagados a ${stallNames.stall}`)).toBeVisible();
  }
  check(await balanceOf(market, voucher.uuid)).toBe(0);
});

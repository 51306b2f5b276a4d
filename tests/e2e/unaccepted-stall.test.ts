import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { oweReport, readTable } from './device-database.ts';
import { askAs, buy, people, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf, preparePurchase, purchasesOf, seeVerdict } from './stall-purchase.ts';

/** Access tokens last a second and a half here. */
const day = openDay({ ACCESS_TOKEN_MINUTES: '0.025' });
const { market } = day;

test('el estante sin conexión retira lo que no entregó, y el cliente paga una sola vez con su celular', async () => {
  const voucher = await topUp(market, 40_000, '8001');
  const { page, context } = await day.open(devices.tablet, people.stall);
  const charge = await preparePurchase(page, voucher.uuid, 7_000);
  await context.setOffline(true);
  await charge.click();
  await seeVerdict(page, 'Pendiente de confirmar');
  await expect(page.getByText('Se envía sola cuando vuelva la conexión.')).toBeVisible();
  // The next customer: it asks first, and the question can be closed.
  await page.getByRole('button', { name: 'Cobrar otra' }).click();
  const question = page.getByRole('dialog', { name: 'La venta de $7,000 no está confirmada' });
  await expect(question).toContainText('Luz Marina Ospina');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await seeVerdict(page, 'Pendiente de confirmar');
  await page.getByRole('button', { name: 'No se entregó: retirar' }).click();
  await expect(page.getByRole('heading', { name: 'Retirada' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await buy(market, voucher, 7_000);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Cobrar otra' }).click();
  await page.goto('/dashboard/pendientes');
  await expect(page.getByRole('listitem').filter({ hasText: '$7,000' })).toContainText('Retirada');
  await expect(page.getByText('En línea').first()).toBeVisible();
  expect([await balanceOf(market, voucher.uuid), await purchasesOf(market, voucher)]).toEqual([33_000, 1]);
});

test('la tableta que el mercado retiró no ofrece retirar una venta, porque ya no lo puede registrar', async () => {
  const { uuid } = await topUp(market, 40_000, '8004');
  const { page, context } = await day.enrolled('Tableta prestada', people.stall, devices.tablet);
  const [device] = await readTable(page, 'device');
  await askAs(market, people.market, '/devices/revoke', { id: device?.deviceId });
  await oweReport(page);
  await page.reload();
  await expect.poll(async () => (await readTable(page, 'enrolment'))[0]?.state).toBe('revoked');
  const charge = await preparePurchase(page, uuid, 7_000);
  await context.setOffline(true);
  await charge.click();
  await seeVerdict(page, 'Pendiente de confirmar');
  await expect(page.getByRole('button', { name: 'Ver pendientes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'No se entregó: retirar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ver pendientes' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '$7,000' });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: /retirar$/ })).toHaveCount(0);
});

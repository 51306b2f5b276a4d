import { afterAll, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { caller, people, stallNames, topUp } from './market-people.ts';
import { devices, openDevice, signIn, visiting } from './open-device.ts';
import { balanceOf, prepareSale, seeVerdict } from './stall-sale.ts';

const { market, browser } = marketForPages({ settings: { ACCESS_TOKEN_MINUTES: '0.025' } });

/** Access tokens last a second and a half here. */
afterAll(async () => {
  expect((await market.audit()).total).toBe(0);
});

const purchasesOf = (uuid: string): Promise<number> =>
  market.withDatabase(async (database) => {
    const text = 'select count(*)::int as count from purchase where voucher_id = $1';
    return (await database.query<{ count: number }>({ text, values: [uuid] })).rows[0]?.count ?? -1;
  });

test('el estante sin conexión retira lo que no entregó, y el cliente paga una sola vez con su celular', async () => {
  const { uuid, clientId } = await topUp(market, 40_000, '8001');
  const { page, context, complaints } = await openDevice(browser, market, devices.tablet, visiting);
  await signIn(page, people.stall);
  const charge = await prepareSale(page, uuid, 7_000);
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
  const stalls = await caller(market)<Stall[]>('/estantes');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stallNames.stall)?._id;
  await caller(market)('/shopping/create', { userId: clientId, codeQrUuid: uuid, estanteId, price: 7_000 });
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Cobrar otra' }).click();
  await page.goto('/dashboard/pendientes');
  await expect(page.getByRole('listitem').filter({ hasText: '$7,000' })).toContainText('Retirada');
  await expect(page.getByText('En línea').first()).toBeVisible();
  expect([await balanceOf(market, uuid), await purchasesOf(uuid)]).toEqual([33_000, 1]);
  expect(complaints).toEqual([]);
  await context.close();
});

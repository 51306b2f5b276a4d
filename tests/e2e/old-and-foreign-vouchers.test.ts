import { beforeAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { deviceForSuite, openCustomer } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { admitOtherMarket, buy, otherMarket, otherMarketStallName, people, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { balanceOf } from './stall-purchase.ts';

const identification = '52864413';

const opened = marketForPages({ settings: { VOUCHER_DAYS: '365' } });
const { market } = opened;
const office = deviceForSuite(opened, devices.kiosk, people.market);
const other = deviceForSuite(opened, devices.tablet);
let fresh: { uuid: string; clientId: string };

/**
 * The first voucher expired an hour ago; each step of the afternoon continues where the previous one ended.
 */
beforeAll(async () => {
  const { uuid } = await topUp(market, 9_000, identification);
  // A voucher expires by the database's clock, which no one sets.
  await market.withDatabase((database) =>
    database.query({
      text: "update voucher set expires_at = now() - interval '1 hour' where id = $1",
      values: [uuid],
    }),
  );
  fresh = await topUp(market, 20_000, 'de-hoy');
});

test('el mercado corrige el nombre de un cliente y vence su código, que ya pasó su fecha', async () => {
  const { page } = office;
  await openCustomer(page, identification, 'Luz Marina Ospina');
  await page.getByRole('button', { name: 'Corregir datos' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Luz Mariela Ospina');
  await page.getByLabel('Correo electrónico').fill('mariela');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('El correo electrónico no es válido')).toBeVisible();
  await page.getByLabel('Correo electrónico').fill('mariela@plaza.co');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { name: 'Luz Mariela Ospina' })).toBeVisible();
  await expect(page.getByText('mariela@plaza.co')).toBeVisible();

  await expect(page.getByRole('cell', { name: 'Vencido' })).toBeVisible();
  await page.getByRole('button', { name: /^Vencer/ }).click();
  await expect(page.getByText('Los $9,000 quedan para el mercado.')).toBeVisible();
  await page.getByRole('button', { name: 'Sí, vencer $9,000' }).click();
  await expect(page.getByRole('cell', { name: 'Vencido' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Vencer/ })).toHaveCount(0);
});

test('bloquea un código y lo desbloquea cuando aparece el papel, con su motivo', async () => {
  const { page } = office;
  await openCustomer(page, 'de-hoy', 'Luz Marina Ospina');
  await page.getByRole('button', { name: /^Bloquear/ }).click();
  await page.getByLabel('Motivo').fill('Perdió el papel');
  await page.getByRole('button', { name: 'Sí, bloquear $20,000' }).click();
  await page.getByRole('button', { name: /^Desbloquear/ }).click();
  await expect(page.getByText('Quien tenga el papel podrá pagar con él.')).toBeVisible();
  await page.getByLabel('Motivo').fill('Apareció en el bolso');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sí, desbloquear $20,000' }).click();
  await expect(page.getByRole('cell', { name: 'Vigente' })).toBeVisible();
  await page.goto('/dashboard/auditoria');
  const row = page.getByRole('row', { name: /Desbloqueó un código/ });
  await row.getByRole('button').first().click();
  await expect(page.getByText('Apareció en el bolso')).toBeVisible();
});

test('otro mercado cobró con ese código: quien recibe el dinero anota el pago, y nadie debe nada', async () => {
  await admitOtherMarket(market);
  await buy(market, fresh, 12_000, { stall: otherMarketStallName });
  expect(await balanceOf(market, fresh.uuid)).toBe(8_000);

  const { page } = office;
  await page.goto('/dashboard/caja');
  await page.getByRole('group', { name: 'Secciones de caja' }).getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Otros mercados', exact: true }).click();
  const owed = page.getByRole('row', { name: /Plaza La Esperanza/ });
  await expect(owed).toContainText('$12,000');
  await expect(owed).toContainText('Lo anota quien recibe.');

  await signIn(other.page, otherMarket);
  await other.page.goto('/dashboard/caja');
  await other.page
    .getByRole('group', { name: 'Secciones de caja' })
    .getByRole('button', { name: 'Más' })
    .click();
  await other.page.getByRole('button', { name: 'Otros mercados', exact: true }).click();
  await other.page.getByRole('button', { name: 'Anotar pago de Plaza La Esperanza' }).click();
  await other.page.getByRole('button', { name: 'Continuar' }).click();
  await other.page.getByRole('button', { name: 'Sí, recibí $12,000' }).click();
  await expect(other.page.getByText('Nadie debe nada')).toBeVisible();
  await page.reload();
  await page.getByRole('group', { name: 'Secciones de caja' }).getByRole('button', { name: 'Más' }).click();
  await expect(page.getByRole('button', { name: 'Recargas', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Otros mercados', exact: true })).toHaveCount(0);
});

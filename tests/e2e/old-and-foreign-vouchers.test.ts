import { beforeAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openCustomer } from './day.ts';
import { readTable } from './device-database.ts';
import { marketForPages } from './market-for-pages.ts';
import { admitOtherMarket, otherMarket, otherMarketStall, people, topUp } from './market-people.ts';
import { devices, openDevice, signIn, type Device, visiting } from './open-device.ts';
import { balanceOf, seeVerdict } from './stall-purchase.ts';
import { enrol, find, offline, take } from './stall-without-link.ts';

const identification = '52864413';

const { market, browser } = marketForPages({ settings: { VOUCHER_DAYS: '365' } });
let office: Device;
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
  office = await openDevice(browser, market, devices.kiosk, visiting);
});

test('el mercado corrige el nombre de un cliente y vence su código, que ya pasó su fecha', async () => {
  const { page } = office;
  await signIn(page, people.market);
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
  const { stallId } = await admitOtherMarket(market);
  const body = { userId: fresh.clientId, estanteId: stallId, codeQrUuid: fresh.uuid, price: 12_000 };
  const bought = await fetch(`${market.url}/api/v1/shopping/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(bought.status).toBe(201);
  expect(await balanceOf(market, fresh.uuid)).toBe(8_000);

  const { page } = office;
  await page.goto('/dashboard/caja');
  await page.getByRole('group', { name: 'Secciones de caja' }).getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Otros mercados', exact: true }).click();
  const owed = page.getByRole('row', { name: /Plaza La Esperanza/ });
  await expect(owed).toContainText('$12,000');
  await expect(owed).toContainText('Lo anota quien recibe.');

  const other = await openDevice(browser, market, devices.tablet, visiting);
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
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  expect([...office.complaints, ...other.complaints]).toEqual([]);
});

test('sin red, la otra plaza no cobra un código que su tableta no conoce, hasta que su mercado lo permite', async () => {
  const { urlCodeQr, uuid } = await topUp(market, 15_000, 'de-la-esperanza');
  const tablet = await openDevice(browser, market, devices.tablet);
  const { page } = tablet;
  await enrol(page, 'Tableta del Sur', otherMarketStall, otherMarket);
  const heldLimit = async () => {
    const limits = (await readTable(page, 'serverConfig')).find((row) => row.id === 'limits');
    return limits?.value.foreignVoucher;
  };
  await expect.poll(heldLimit, { timeout: 60_000 }).toBe(0);
  await offline(tablet);
  await find(page, urlCodeQr);
  await expect(page.getByText('Este código es de otro mercado: necesita conexión.')).toBeVisible();
  await expect(page.getByText('No lo cobre sin conexión.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  const manager = await openDevice(browser, market, devices.kiosk, visiting);
  await signIn(manager.page, otherMarket);
  await manager.page.goto('/dashboard/dispositivos');
  await manager.page.getByRole('button', { name: 'Cambiar límites' }).click();
  await expect(manager.page.getByText('Con $0 necesita conexión.')).toBeVisible();
  expect(await barriers(manager.page)).toEqual([]);
  await manager.page.getByLabel('Código de otro mercado').fill('5000');
  await manager.page.getByRole('button', { name: 'Guardar límites' }).click();
  await expect(manager.page.getByText('Límites guardados')).toBeVisible();

  await tablet.context.setOffline(false);
  await expect.poll(heldLimit, { timeout: 90_000 }).toBe(5_000);
  await offline(tablet);
  await find(page, urlCodeQr);
  await expect(page.getByText('Puede cobrar hasta $5,000 sin conexión.')).toBeVisible();
  await take(page, 5_000);
  await seeVerdict(page, 'Aceptada sin conexión');
  await tablet.context.setOffline(false);
  await expect.poll(() => balanceOf(market, uuid), { timeout: 60_000 }).toBe(10_000);
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  expect([...tablet.complaints, ...manager.complaints]).toEqual([]);
});

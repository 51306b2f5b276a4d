import type { Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { forSuite } from '#tests/support/suite.ts';
import { barriers } from './barriers.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { askAs, people, stallNames, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf, preparePurchase, seeVerdict } from './stall-purchase.ts';

const identification = '24684521';

/** One afternoon; each step continues where the previous one ended. */
const opened = marketForPages();
const { market } = opened;
const voucher = forSuite(() => topUp(market, 50_000, identification));
const kiosk = deviceForSuite(opened, devices.kiosk, people.topUpPoint);
const tablet = deviceForSuite(opened, devices.tablet, people.stall);
// Abroad: the market's days are not those of this phone.
const office = deviceForSuite(opened, devices.phone, people.market, {
  timezoneId: 'Asia/Tokyo',
  installs: false,
});

describe('antes de abrir', () => {
  test('el mercado crea un premio que entrega saldo, y corrige lo que cuesta', async () => {
    const { page } = office;
    await open(page, 'puntos');
    await page.getByRole('button', { name: 'Crear premio' }).click();
    await page.getByLabel('Nombre del premio').fill('Mercadito');
    await page.getByLabel('Qué recibe').fill('Saldo para cualquier estante');
    await page.getByLabel('Puntos que cuesta').fill('12');
    await page.getByLabel('Saldo que entrega').fill('5000');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Crear', exact: true }).click();
    await page.getByRole('button', { name: 'Cambiar Mercadito' }).click();
    await page.getByLabel('Puntos que cuesta').fill('10');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('cell', { name: '10 puntos' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
});

describe('en el estante', () => {
  test('cobra dos ventas', async () => {
    for (const amount of [12_500, 8_000]) {
      await (await preparePurchase(tablet.page, voucher.uuid, amount)).click();
      await seeVerdict(tablet.page, 'Pagado');
    }
    expect(await balanceOf(market, voucher.uuid)).toBe(29_500);
  });

  test('anula la que cobró dos veces, y el saldo vuelve', async () => {
    const { page } = tablet;
    await open(page, 'ventas');
    await expect(page.getByText('$20,500').first()).toBeVisible();
    await page
      .getByRole('row', { name: /\$8,000/ })
      .getByRole('button')
      .click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Anular' }).click();
    await page.getByRole('button', { name: 'Se cobró dos veces' }).click();
    await page.getByRole('button', { name: 'Sí, anular $8,000' }).click();
    const row = page.getByRole('row', { name: /\$8,000/ });
    await expect(row).toContainText('Anulada');
    expect(await balanceOf(market, voucher.uuid)).toBe(37_500);
    expect(await barriers(page)).toEqual([]);
  });
});

describe('en el punto de recarga', () => {
  test('encuentra al cliente por su identificación y ve su saldo y sus puntos', async () => {
    const { page } = kiosk;
    await open(page, 'clientes');
    await page.getByLabel('Buscar por nombre').fill(identification);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ver Luz Marina Ospina' }).click();
    const balance = page.getByRole('definition').filter({ hasText: /^\$37,500$/ });
    await expect(balance).toBeVisible();
    // The 12 of today's sale count from tomorrow.
    await expect(page.getByRole('definition').filter({ hasText: /^0$/ })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('bloquea el código perdido', async () => {
    const { page } = kiosk;
    await page.getByRole('button', { name: /^Bloquear/ }).click();
    const yes = page.getByRole('button', { name: 'Sí, bloquear $37,500' });
    await yes.click();
    await expect(page.getByText('Escriba el motivo.')).toBeVisible();
    await expect(page.getByLabel('Motivo')).toBeFocused();
    await page.getByLabel('Motivo').fill('Perdió el papel');
    await yes.click();
    await expect(page.getByRole('cell', { name: 'Bloqueado' })).toBeVisible();
  });

  test('lo repone solo con la cédula del titular y un código del mercado, y muestra el código nuevo', async () => {
    const { page } = kiosk;
    await page.getByRole('button', { name: /^Reponer/ }).click();
    const typed = page.getByLabel('Identificación del cliente');
    await typed.fill('999');
    await page.getByRole('button', { name: 'Sí, reponer $37,500' }).click();
    await expect(page.getByText('La identificación no es la del titular del código QR.')).toBeVisible();
    await typed.fill(identification);
    await page.getByRole('button', { name: 'Sí, reponer $37,500' }).click();
    await expect(page.getByText(/Se puede reponer en \d+ minutos/)).toBeVisible();
    const body = { purpose: 'reissue' };
    const { code } = await askAs<MarketCode>(market, people.market, '/market/codes', body);
    await page.getByLabel('Código del mercado (opcional)').fill(code);
    await page.getByRole('button', { name: 'Sí, reponer $37,500' }).click();
    await expect(page.getByText('Código creado correctamente')).toBeVisible();
    await expect(page.getByRole('img', { name: /Código QR de/ })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    expect(await balanceOf(market, voucher.uuid)).toBe(0);
    await page.getByRole('button', { name: 'Listo' }).click();
    await expect(page.getByRole('cell', { name: 'Vigente' })).toBeVisible();
  });

  test('canjea puntos por el premio, que sale como código QR', async () => {
    const { page } = kiosk;
    await page.getByRole('link', { name: 'Canjear puntos' }).click();
    await expect(page.getByText('Hoy puede canjear0 puntos', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Canjear Mercadito' })).toBeDisabled();
    // The night passes: the stall can no longer void these sales.
    await market.withDatabase((database) =>
      database.query({ text: "update points_entry set recorded_at = recorded_at - interval '1 day'" }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Canjear Mercadito' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, canjear 10 puntos' }).click();
    await expect(page.getByText('Canje hecho')).toBeVisible();
    await expect(page.getByText(/K-[0-9A-Z]{8}/)).toBeVisible();
    await expect(page.getByText('2 puntos', { exact: true })).toBeVisible();
    await expect(page.getByText('Código creado correctamente')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('junta los papeles en uno, con un código del mercado', async () => {
    const { page } = kiosk;
    const client = `/client/${voucher.clientId}`;
    const before = await askAs<CustomerDetail>(market, people.market, client);
    const active = before.vouchers.filter(({ status }) => status);
    expect(active.length).toBeGreaterThanOrEqual(2);
    await open(page, 'clientes');
    await page.getByLabel('Buscar por nombre').fill(identification);
    await page.getByRole('button', { name: 'Ver Luz Marina Ospina' }).click();
    await page.getByRole('button', { name: 'Juntar códigos' }).click();
    for (const { shortCode } of active)
      await page.getByRole('checkbox', { name: new RegExp(shortCode) }).check();
    await page.getByLabel('Identificación del cliente').fill(identification);
    const { code } = await askAs<MarketCode>(market, people.market, '/market/codes', {
      purpose: 'reissue',
    });
    await page.getByLabel('Código del mercado').fill(code);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, juntar' }).click();
    await expect(page.getByText('Código creado correctamente')).toBeVisible();
    const after = await askAs<CustomerDetail>(market, people.market, client);
    expect([after.balance, after.vouchers.filter(({ status }) => status).length]).toEqual([
      before.balance,
      1,
    ]);
    expect(await barriers(page)).toEqual([]);
  });
});

describe('al terminar el mercado', () => {
  test('el mercado paga al estante, y nunca más de lo que se debe', async () => {
    const { page } = office;
    await open(page, 'caja');
    await page.getByRole('button', { name: `Pagar a ${stallNames.stall}` }).click();
    await page.getByLabel('Monto del pago').fill('99999');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByText('Se deben $12,500. No puede ser más.')).toBeVisible();
    // The tapped button is gone, and the typing goes on in the field.
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
    await page.keyboard.type('10000');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Sí, pagar $10,000' }).click();
    await expect(page.getByText(`$10,000 pagados a ${stallNames.stall}`)).toBeVisible();
    await expect(page.getByRole('row', { name: /G-[0-9A-Z]{8}/ })).toHaveCount(1);
    await expect(page.getByText('$2,500').first()).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('el estante ve el pago y lo que se le debe', async () => {
    const { page } = tablet;
    await open(page, 'caja');
    await expect(page.getByText('$2,500', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /G-[0-9A-Z]{8}/ })).toContainText('$10,000');
    expect(await barriers(page)).toEqual([]);
  });

  test('el mercado recibe 2,000 menos, cierra el día y todo cuadra', async () => {
    const { page } = office;
    await open(page, 'caja');
    await page.getByRole('button', { name: 'Recibir', exact: true }).click();
    await page.getByRole('button', { name: /^Recibir el efectivo de/ }).click();
    await page.getByRole('button', { name: '1 2 3, números' }).click();
    for (const key of ['4', '8', '000']) await page.getByRole('button', { name: key, exact: true }).click();
    await page.getByRole('button', { name: 'Comparar $48,000' }).click();
    await page.getByRole('radio', { name: 'Los pone el mercado' }).check();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Recibir $48,000' }).click();
    await expect(page.getByRole('heading', { name: 'Recibido' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Volver a las cajas' }).click();
    const sections = page.getByRole('group', { name: 'Secciones de caja' });
    for (const section of ['Más', 'Cierre']) {
      await sections.getByRole('button', { name: section, exact: true }).click();
      expect(await barriers(page)).toEqual([]);
    }
    await expect(page.getByText(/^Cuadra: hay/)).toBeVisible();
    await expect(page.getByText('El efectivo recibido es igual a lo recargado.')).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar el día' }).click();
    await page.getByRole('button', { name: 'Sí, cerrar el día' }).click();
    await expect(page.getByText(/^Cerrado por Amparo Restrepo/)).toBeVisible();
    await expect(page.getByText('Cuadró')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
});

/** Opens a page of the dashboard and waits for its rows. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard/${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Cargando...' })).toHaveCount(0);
}

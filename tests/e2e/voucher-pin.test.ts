import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect as expectValue, test } from 'vitest';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { askAs, caller, people, stallNames, topUp } from './market-people.ts';
import { devices, openDevice, signIn, type Device, visiting } from './open-device.ts';
import { balanceOf, prepareSale, seeVerdict } from './stall-sale.ts';

const identification = '24684521';
const otherIdentification = '52864413';
const pin = '7306';

const { market, browser } = marketForPages();
let kiosk: Device;
let tablet: Device;
let clientId: string;
/** chosen in the first test, spent in the others */
let voucher: { uuid: string; urlCodeQr: string };

beforeAll(async () => {
  await topUp(market, 1_000, otherIdentification);
  ({ clientId } = await topUp(market, 1_000, identification));
  kiosk = await openDevice(browser, market, devices.kiosk, visiting);
  tablet = await openDevice(browser, market, devices.tablet, visiting);
  await signIn(kiosk.page, people.topUpPoint);
  await signIn(tablet.page, people.stall);
});

afterAll(async () => {
  expectValue((await market.audit()).total).toBe(0);
  expectValue([...kiosk.complaints, ...tablet.complaints]).toEqual([]);
});

/** On the pad of the screen; the fourth digit submits. */
async function type(page: Page, digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'Teclas del PIN' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

/** Looks for the customer of a top-up, whose amount stays. */
async function find(page: Page, document: string): Promise<void> {
  await page.getByLabel('Correo o identificación').fill(document);
  await page.keyboard.press('Enter');
  await page.getByText(`Identificación ${document}`).first().waitFor();
}

/** Nothing that this page keeps has the digits: neither its databases nor its storage. */
async function keepsNo(page: Page, digits: string): Promise<void> {
  const kept = await page.evaluate(async () => {
    const done = (request: IDBRequest): Promise<unknown> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('it could not be read')));
      });
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = (await done(indexedDB.open(name))) as IDBDatabase;
      for (const store of database.objectStoreNames)
        found.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  });
  expectValue(kept.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')).not.toContain(`"${digits}"`);
}

/** A voucher of the customer with the PIN, by the API. */
async function issue(monto: number): Promise<{ uuid: string; urlCodeQr: string }> {
  const uuid = crypto.randomUUID();
  const { topUpPoint } = people;
  const command = { monto, uuid, clientId };
  const made = await askAs<{ urlCodeQr: string }>(market, topUpPoint, '/code-qr/create-recharger', command);
  await askAs(market, topUpPoint, '/code-qr/pin', { codeQrUuid: uuid, pin });
  return { uuid, urlCodeQr: made.urlCodeQr };
}

test('el cliente escribe el PIN antes de recargar, y el código nace con él', async () => {
  const { page } = kiosk;
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill(identification);
  await page.keyboard.press('Enter');
  await page.getByLabel('Monto de la recarga').fill('90000');
  const wish = page.getByRole('group', { name: '¿El cliente quiere PIN?' });
  await expect(wish.getByRole('button', { name: 'Sin PIN' })).toHaveAttribute('aria-pressed', 'true');
  await wish.getByRole('button', { name: 'Con PIN' }).click();
  await expect(page.getByRole('button', { name: 'Recargar', exact: true })).toHaveCount(0);
  expectValue(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'El cliente escribe el PIN' }).click();
  await type(page, pin);
  await type(page, pin);
  await expect(page.getByText('El cliente ya lo escribió.')).toBeVisible();
  // Another customer never gets the PIN of the one before.
  await find(page, otherIdentification);
  await expect(wish.getByRole('button', { name: 'Sin PIN' })).toHaveAttribute('aria-pressed', 'true');
  await find(page, identification);
  await expect(page.getByText('El cliente ya lo escribió.')).toBeVisible();
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(page.getByText('Se pide cuando pasa de $50,000.')).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await keepsNo(page, pin);
  const made = await lastVoucher();
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
  await expect(
    page.getByText('Con PIN si pasa de $50,000. No lo escriba en este papel.').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  // The next customer starts without one.
  await page.getByRole('button', { name: 'Nueva Recarga' }).first().click();
  const second = caller(market)(`/code-qr/search/${made.uuid}`);
  expectValue(await second).toMatchObject({ pin: { free: 50_000, isBlocked: false } });
});

test('en el punto el cliente escoge el PIN y lo repite', async () => {
  const { page } = kiosk;
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill(identification);
  await page.keyboard.press('Enter');
  await page.getByLabel('Monto de la recarga').fill('200000');
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await page.getByRole('button', { name: 'Ponerle PIN' }).click();
  await expect(page.getByText('Ahora escribe el cliente. Mire para otro lado.')).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await type(page, '1234');
  await expect(page.getByRole('heading', { name: 'Se adivina fácil' })).toBeVisible();
  await type(page, pin);
  await expect(page.getByRole('heading', { name: 'Repítalo' })).toBeVisible();
  await type(page, '9152');
  await expect(page.getByRole('heading', { name: 'Los dos no son iguales' })).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await type(page, pin);
  await type(page, pin);
  await expect(page.getByText('Se pide cuando pasa de $50,000.')).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await keepsNo(page, pin);
  voucher = await lastVoucher();
});

/** The newest voucher of the market, as its database has it. */
async function lastVoucher(): Promise<{ uuid: string; urlCodeQr: string }> {
  return market.withDatabase(async (database) => {
    const { rows } = await database.query<{ uuid: string; urlCodeQr: string }>({
      text: `select r.answer ->> 'uuid' as uuid, r.answer ->> 'urlCodeQr' as "urlCodeQr" from receipt r
        where r.answer ? 'urlCodeQr' order by r.recorded_at desc limit 1`,
    });
    const [row] = rows;
    if (!row) throw new Error('no voucher was made');
    return row;
  });
}

test('en el estante una venta pequeña no lo pide, y una grande sí', async () => {
  const { page } = tablet;
  await (await prepareSale(page, voucher.uuid, 12_500)).click();
  await seeVerdict(page, 'Pagado');
  await (await prepareSale(page, voucher.uuid, 85_000)).click();
  await expect(page.getByText('Entregue la tableta al cliente')).toBeVisible();
  await expect(page.getByText(`paga en ${stallNames.stall}`)).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await type(page, '81');
  // The digits are nowhere on the page.
  await expect(page.getByText('PIN, 2 de 4')).toBeAttached();
  await type(page, '17');
  await expect(page.getByRole('heading', { name: 'PIN equivocado' })).toBeVisible();
  await expect(page.getByText('Quedan 2 intentos.')).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await type(page, pin);
  await seeVerdict(page, 'Pagado');
  expectValue(await balanceOf(market, voucher.uuid)).toBe(102_500);
  await keepsNo(page, pin);
});

test('sin conexión no se revisa, y no se cobra nada', async () => {
  const { page, context } = tablet;
  await (await prepareSale(page, voucher.uuid, 60_000)).click();
  await expect(page.getByRole('heading', { name: 'Escriba su PIN' })).toBeVisible();
  await context.setOffline(true);
  await type(page, pin);
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible();
  await expect(page.getByText('El PIN se revisa con conexión. Sin PIN, hasta $50,000.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'No pagar' }).click();
  await expect(page.getByRole('button', { name: 'Cobrar $60,000' })).toBeVisible();
  expectValue(await balanceOf(market, voucher.uuid)).toBe(102_500);
});

test('lo que otro estante gastó sin PIN cuenta: la venta se rechaza y se pide', async () => {
  const { page } = tablet;
  const charge = await prepareSale(page, voucher.uuid, 20_000);
  const stalls = await caller(market)<Stall[]>('/estantes');
  const other = stalls.find(({ estanteName }) => estanteName === stallNames.otherStall)?._id;
  const body = { userId: clientId, codeQrUuid: voucher.uuid, estanteId: other, price: 40_000 };
  await askAs(market, people.otherStall, '/shopping/create', body);
  await charge.click();
  await expect(page.getByText('Este cobro pide el PIN del código.')).toBeVisible();
  await page.getByRole('button', { name: 'Pedir el PIN' }).click();
  await type(page, pin);
  await seeVerdict(page, 'Pagado');
  expectValue(await balanceOf(market, voucher.uuid)).toBe(42_500);
});

test('en el celular del cliente se pide antes de comprar', async () => {
  const own = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  const { page } = own;
  const fresh = await issue(90_000);
  await page.goto(fresh.urlCodeQr);
  await page.getByRole('button', { name: `Escoger ${stallNames.stall}` }).click();
  await page.getByLabel('Monto de la compra').fill('85000');
  await page.getByRole('button', { name: 'Comprar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Escriba su PIN' })).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  await type(page, pin);
  await seeVerdict(page, 'Pagado');
  expectValue(await balanceOf(market, fresh.uuid)).toBe(5_000);
  await keepsNo(page, pin);
  expectValue(own.complaints).toEqual([]);
  await own.context.close();
});

test('tres PIN equivocados bloquean el código, y en el punto se repone con otro PIN', async () => {
  const { page } = tablet;
  const lost = await issue(150_000);
  await (await prepareSale(page, lost.uuid, 60_000)).click();
  for (const guess of ['8110', '8111', '8112']) await type(page, guess);
  await expect(page.getByRole('heading', { name: 'Código bloqueado' })).toBeVisible();
  await expect(page.getByText('No entregue')).toBeVisible();
  expectValue(await barriers(page)).toEqual([]);
  expectValue(await balanceOf(market, lost.uuid)).toBe(150_000);

  const own = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  await own.page.goto(lost.urlCodeQr);
  await expect(
    own.page.getByText('Tres PIN equivocados. No se pagó nada, y su dinero está guardado.'),
  ).toBeVisible();
  await expect(own.page.getByText('¿Lo encontró?')).toBeVisible();
  await own.context.close();

  await kiosk.page.goto('/dashboard/clientes');
  await kiosk.page.getByLabel('Buscar por nombre').fill(identification);
  const customer = kiosk.page.getByRole('row', { name: new RegExp(`Luz Marina Ospina ${identification}`) });
  await customer.getByRole('button', { name: 'Ver Luz Marina Ospina' }).click();
  const row = kiosk.page.getByRole('row', { name: /\$150,000/ });
  await row.getByRole('button', { name: /^Reponer/ }).click();
  await kiosk.page.getByLabel('Identificación del cliente').fill(identification);
  await kiosk.page.getByRole('button', { name: 'Sí, reponer $150,000' }).click();
  await expect(kiosk.page.getByText('Este código tiene PIN. Pida un código al mercado.')).toBeVisible();
  const { code } = await askAs<MarketCode>(market, people.market, '/market/codes', { purpose: 'reissue' });
  await kiosk.page.getByLabel('Código del mercado (opcional)').fill(code);
  await kiosk.page.getByRole('button', { name: 'Sí, reponer $150,000' }).click();
  await kiosk.page.getByRole('button', { name: 'Ponerle PIN' }).click();
  for (const digits of ['9152', '9152']) await type(kiosk.page, digits);
  await expect(kiosk.page.getByText('Se pide cuando pasa de $50,000.')).toBeVisible();
  const renewed = await lastVoucher();
  await (await prepareSale(page, renewed.uuid, 60_000)).click();
  await type(page, '9152');
  await seeVerdict(page, 'Pagado');
});

import { expect, type Browser, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { readTable } from './device-database.ts';
import { barriers } from './barriers.ts';
import { admitPeople, people, topUp, type Person } from './market-people.ts';
import { moveClock } from './move-clock.ts';
import { devices, openDevice, signIn, type Device } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { balanceOf, prepareSale, seeVerdict } from './stall-sale.ts';
import {
  enrol,
  find,
  offline,
  pin,
  take,
  typeCode,
  enrolmentCode,
  typeAmount,
  typePin,
} from './stall-without-link.ts';

/** The PIN of whoever shares the tablet. */
const otherPin = '730264';

let market: RunningMarket;
let browser: Browser;
let opened: Device[];
let customers = 0;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
});

beforeEach(() => {
  opened = [];
});

afterEach(async () => {
  for (const { context, complaints } of opened) {
    await context.close();
    expect(complaints).toEqual([]);
  }
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

test('una tableta inscrita cobra sin red, se cierra, abre con el PIN y todo se paga al volver', async () => {
  const tablet = await enrolled('Tableta 7', people.stall, devices.tablet);
  const { urlCodeQr, uuid } = await voucher(50_000);
  await offline(tablet);
  await charge(tablet.page, urlCodeQr, 12_500);
  await seeVerdict(tablet.page, 'Aceptada sin conexión');
  await expect(tablet.page.getByText('Entregue el producto')).toBeVisible();
  expect(await balanceOf(market, uuid)).toBe(50_000);

  // The own day is the tablet's: one strip, and no panel that only says what is missing.
  for (const path of ['home', 'ventas', 'caja']) {
    await tablet.page.goto(`/dashboard/${path}`);
    await expect(tablet.page.getByText(/^Sin conexión.*\. (Esto es lo de|Aquí está)/)).toHaveCount(1);
    await expect(tablet.page.getByText('No hay conexión')).toHaveCount(0);
    expect(await barriers(tablet.page)).toEqual([]);
  }
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
  await tablet.page.getByRole('link', { name: 'Pendientes' }).last().click();
  await expect(tablet.page.getByText('Aceptada sin conexión')).toBeVisible();
  expect(await barriers(tablet.page)).toEqual([]);

  await tablet.context.setOffline(false);
  await expect(tablet.page.getByText('Pagada', { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(tablet.page.getByText('Volvió la conexión. Lo pendiente se envió.')).toBeVisible();
  expect(await balanceOf(market, uuid)).toBe(37_500);
});

test('un punto inscrito registra y recarga sin red, y un estante sin red cobra ese código', async () => {
  const kiosk = await enrolled('Caja principal', people.topUpPoint, devices.kiosk);
  const tablet = await enrolled('Tableta 8', people.otherStall, devices.tablet);
  await offline(kiosk);
  await kiosk.page.goto('/dashboard/puntos-de-recarga/create');
  await kiosk.page.getByLabel('Nombre', { exact: true }).fill('Pedro Nuevo');
  await kiosk.page.getByLabel('Identificación', { exact: true }).fill('99887766');
  await kiosk.page.getByLabel('Aceptó que guardemos sus datos').check();
  await kiosk.page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await kiosk.page.getByText('Guardado aquí').waitFor();
  await kiosk.page.getByLabel('Monto de la recarga').fill('30000');
  await kiosk.page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await kiosk.page.getByText('Código entregado sin conexión').waitFor();
  const link = await issuedLink(kiosk.page);

  await offline(tablet);
  await charge(tablet.page, link, 10_000);
  await seeVerdict(tablet.page, 'Aceptada sin conexión');
  await expect(tablet.page.getByText('Entregue el producto')).toBeVisible();
  await tablet.page.goto('/dashboard/pendientes');
  await tablet.context.setOffline(false);
  await expect(tablet.page.getByText('Espera recarga')).toBeVisible({ timeout: 40_000 });

  await kiosk.context.setOffline(false);
  await expect(kiosk.page.getByText('Código creado correctamente')).toBeVisible({ timeout: 40_000 });
  await expect
    .poll(() => balanceOf(market, new URL(link).searchParams.get('codeQrId') ?? ''), { timeout: 20_000 })
    .toBe(20_000);

  // Back at the window a minute later, on a phone: one touch.
  const { page } = kiosk;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Nueva Recarga' }).click();
  const last = page.getByRole('region', { name: 'Los últimos' }).getByRole('button');
  await expect(last).toHaveText(/Pedro Nuevo/);

  expect(await barriers(page)).toEqual([]);
  await last.click();
  await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Recarga para Pedro Nuevo' })).toBeVisible();
});

test('el mismo código en dos tabletas sin red: los dos estantes cobran, el faltante se asigna', async () => {
  const one = await enrolled('Tableta 1', people.stall, devices.tablet);
  const other = await enrolled('Tableta 2', people.otherStall, devices.tablet);
  const { urlCodeQr, uuid } = await voucher(20_000);
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
  expect(await balanceOf(market, uuid)).toBe(0);

  const phone = await open(devices.phone);
  await phone.page.goto(urlCodeQr);
  await phone.page.getByRole('button', { name: 'Mis compras' }).click();
  await expect(phone.page.getByText('Confirmada')).toBeVisible();
  await expect(
    phone.page.getByText('Ajustada. El código no alcanzó: faltaron $10,000. El estante recibió todo.'),
  ).toBeVisible();

  const manager = await open(devices.kiosk);
  await signIn(manager.page, people.market);
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
  // What can be lost at worst, in this market's numbers.
  for (const sum of [
    /^Con un código copiado\d dispositivos × el menor de \$50,000 y \$[\d,]+ = \$[\d,]+$/,
    /^Con todos los dispositivos sin conexión\d dispositivos × \$1,000,000 = \$\d,000,000$/,
  ])
    await expect(manager.page.getByText(sum)).toBeVisible();
  expect(await barriers(manager.page)).toEqual([]);
});

test('lo que un código no permite se dice con su motivo, y no se guarda ninguna venta', async () => {
  const tablet = await enrolled('Tableta 3', people.stall, devices.tablet);
  const { urlCodeQr } = await voucher(90_000);
  await offline(tablet);
  await find(tablet.page, urlCodeQr);
  await typeAmount(tablet.page, 60_000);
  // Said before the tap, with what goes.
  await expect(tablet.page.getByText('Pasa del límite')).toBeVisible();
  await expect(tablet.page.getByText('Sin conexión, este código da hasta')).toBeVisible();
  await expect(tablet.page.getByRole('button', { name: 'Cobrar $50,000' })).toBeEnabled();
  expect(await barriers(tablet.page)).toEqual([]);
  await find(tablet.page, urlCodeQr.split('#')[0] ?? '');
  await expect(tablet.page.getByText('Este código no trae firma.')).toBeVisible();
  expect(await barriers(tablet.page)).toEqual([]);
  await tablet.page.goto('/dashboard/pendientes');
  await expect(tablet.page.getByText('No hay pendientes')).toBeVisible();
});

test('dos personas en una tableta: cinco PIN malos cierran a una; lo que vendió la otra lo envía otro equipo', async () => {
  const shared = await enrolled('Tableta 9', people.stall, devices.tablet);
  await shared.page.evaluate(() => sessionStorage.clear());
  await signIn(shared.page, people.otherStall);
  await shared.page.goto('/dashboard/dispositivos');
  await shared.page.getByLabel('PIN de 6 números').fill(otherPin);
  await shared.page.getByLabel('Repita el PIN').fill(otherPin);
  const code = await enrolmentCode(shared.page, people.otherStall);
  await shared.page.getByLabel('Código del mercado (opcional)').fill(code);
  await shared.page.getByRole('button', { name: 'Guardar PIN' }).click();
  await shared.page.getByText('Wilson Arango').first().waitFor();
  const { urlCodeQr, uuid } = await voucher(40_000);
  const rescuer = await enrolled('Tableta 10', people.stall, devices.tablet);

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
  // Not by an address of its own: a page that is loaded anew is locked.
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
  await expect(rescuer.page.getByText('2 de 2 operaciones de Tableta 9 por enviar.')).toBeVisible();
  await expect(rescuer.page.getByText('Confirmada')).toHaveCount(2, { timeout: 40_000 });
  expect(await balanceOf(market, uuid)).toBe(25_000);

  await shared.context.setOffline(false);
  await expect(shared.page.getByText('Pagada', { exact: true })).toBeVisible({ timeout: 40_000 });
  expect(await balanceOf(market, uuid)).toBe(25_000);
});

test('una venta que nadie alcanzó a aceptar: el estante dice que no entregó, y nunca se cobra', async () => {
  const tablet = await enrolled('Tableta 11', people.stall, devices.tablet);
  const { uuid } = await voucher(30_000);
  const charge = await prepareSale(tablet.page, uuid, 8_000);
  // The server never answers, and the page is gone before the tablet could decide without it.
  await tablet.context.route(/\/api\/v1\/(sync|shopping\/create)$/, () => undefined);
  const asked = tablet.page.waitForRequest(/\/api\/v1\/(sync|shopping\/create)$/);
  await charge.click();
  await asked;
  await tablet.page.goto('about:blank');
  await tablet.context.unrouteAll({ behavior: 'ignoreErrors' });
  await tablet.context.setOffline(true);
  await tablet.page.addInitScript(moveClock, 20_000);
  await tablet.page.goto('/dashboard/pendientes');
  await expect(tablet.page.getByText('Sin aceptar')).toBeVisible({ timeout: 30_000 });
  expect(await barriers(tablet.page)).toEqual([]);
  await tablet.page.getByRole('button', { name: 'No se entregó' }).click();
  await expect(tablet.page.getByText('Usted dijo que no se entregó nada.')).toBeVisible();
  await tablet.context.setOffline(false);
  await expect(tablet.page.getByText('No se cobró').first()).toBeVisible();
  const final = new Set(['accepted', 'refused']);
  const openOnes = async () =>
    (await readTable(tablet.page, 'fates')).filter(({ state }) => !final.has(state));
  await expect.poll(openOnes, { timeout: 60_000 }).toEqual([]);
  expect(await balanceOf(market, uuid)).toBe(30_000);
});

async function open(viewport: { width: number; height: number }): Promise<Device> {
  const device = await openDevice(browser, market, viewport);
  opened.push(device);
  return device;
}

async function enrolled(
  name: string,
  person: Person,
  viewport: { width: number; height: number },
): Promise<Device> {
  const device = await open(viewport);
  await enrol(device.page, name, person);
  return device;
}

async function voucher(monto: number) {
  return topUp(market, monto, `sin-red-${++customers}`);
}

async function charge(page: Page, code: string, amount: number): Promise<void> {
  await find(page, code);
  await take(page, amount);
}

/** The link in the code on the kiosk's screen, as its own database has it. */
async function issuedLink(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('mercado-dinero');
      request.addEventListener('success', () => resolve(request.result));
    });
    const all = (table: string) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const request = db.transaction(table).objectStore(table).getAll() as IDBRequest<
          Record<string, unknown>[]
        >;
        request.addEventListener('success', () => resolve(request.result));
      });
    const envelope = (await all('envelopes')).find(({ kind }) => kind === 'top-up');
    const status = (await all('fates')).find(({ opId }) => opId === envelope?.['opId']);
    db.close();
    if (!envelope || !status) throw new Error('no top-up was kept');
    const { clientId, uuid } = envelope['payload'] as { clientId: string; uuid: string };
    const { proof } = status['offline'] as { proof: string };
    return `${location.origin}/code-qr?userId=${clientId}&codeQrId=${uuid}#${proof}`;
  });
}

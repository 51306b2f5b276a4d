import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { showToCamera } from '#tests/support/browser/camera.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { codesFrame, type PlacedCode } from '#tests/support/browser/qr-frames.ts';
import { gate } from '#tests/support/gate.ts';
import { barriers } from './barriers.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { people, topUp } from './market-people.ts';
import { devices, installed, openDevice, signIn } from './open-device.ts';
import { seeVerdict } from './stall-purchase.ts';
import { offline, typeCode } from './stall-without-link.ts';

const folder = mkdtempSync(join(tmpdir(), 'scanner-'));
const cameraFile = join(folder, 'camera.y4m');
const opened = marketForPages({ cameraFile });
const { market, browser } = opened;
const tablet = deviceForSuite(opened, devices.tablet, people.stall);
let page: Page;
const links: string[] = [];
const lookUps: string[] = [];

beforeAll(async () => {
  film();
  for (const identification of ['9001', '9002', '9003', '9004'])
    links.push((await topUp(market, 20_000, identification)).urlCodeQr);
  ({ page } = tablet);
  page.on('request', (request) => {
    if (request.url().includes('/code-qr/search/')) lookUps.push(request.url());
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Sets the picture that the camera shows from its next opening on. */
function film(...codes: PlacedCode[]): void {
  showToCamera(cameraFile, codesFrame(codes));
}

const voucher = (place: number, x = 640, side = 300): PlacedCode => {
  const text = links[place];
  if (text === undefined) throw new Error(`there is no voucher ${place}`);
  return { text, x, y: 360, side };
};

/** Leaves the scanner and opens it again, with the film of now. */
async function openScanner(): Promise<void> {
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await page.getByRole('link', { name: 'Escanear' }).first().click();
}

const padOf = (identification: string) => page.getByText(`Identificación ${identification}`);

test('abre el código que está en el cuadro, no el que la tableta ni muestra', async () => {
  film(voucher(0), voucher(1, 130, 240));
  await openScanner();
  await expect(padOf('9001')).toBeVisible();
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: '000', exact: true }).click();
  film(voucher(0, 540, 200), voucher(1, 750, 200));
  await page.getByRole('button', { name: 'Cobrar $1,000' }).click();
  await seeVerdict(page, 'Pagado');
});

test('lee el código nuevo junto al que se acaba de cobrar', async () => {
  await page.getByRole('button', { name: 'Cobrar otra' }).click();
  await expect(padOf('9002')).toBeVisible();
  film(voucher(2, 540, 200), voucher(3, 750, 200));
  await page.getByRole('button', { name: 'Volver' }).click();
});

test('de dos códigos nuevos no toma ninguno', async () => {
  await expect(page.getByText('Hay dos códigos: muestre uno')).toBeVisible();
  expect(lookUps).toHaveLength(2);
  expect(await barriers(page)).toEqual([]);
});

test('otro código es una línea sobre la cámara, una etiqueta no pregunta, y después de dormir la cámara vuelve', async () => {
  const label = { text: 'LOTE2024', x: 540, y: 360, side: 200 };
  film(label, { text: 'https://www.instagram.com/verduras', x: 750, y: 360, side: 200 });
  await openScanner();
  await expect(page.getByText('Veo otro código. Muestre el del mercado')).toBeVisible();
  await expect(page.locator('video')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(lookUps).toHaveLength(2);
  film(label, voucher(2, 750, 200));
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await expect(padOf('9003')).toBeVisible();
  await page.getByRole('button', { name: 'Volver' }).click();
});

test.each<[string, string, (route: Route) => Promise<void>]>([
  ['un 500', 'El servidor no contesta', (route) => route.fulfill({ status: 500, json: {} })],
  [
    'un portal',
    'El servidor no contesta',
    (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }),
  ],
  ['una respuesta lenta', 'La respuesta tarda', () => Promise.resolve()],
])('%s no es falta de conexión', async (_what, title, answer) => {
  await page.route('**/code-qr/search/*', answer);
  await typeCode(page, links[3] ?? '');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('Intente otra vez.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'En línea' })).toBeVisible();
  await expect(page.getByText(/[Ss]in conexión/).filter({ visible: true })).toHaveCount(0);
  await page.unroute('**/code-qr/search/*');
  await page.getByRole('button', { name: 'Leer otro código' }).click();
});

test('la respuesta tardía a un código no quita la venta del que se escribió después', async () => {
  const held = gate();
  const late = `**/code-qr/search/${new URL(links[1] ?? '').searchParams.get('codeQrId')}`;
  await page.route(late, (route) => held.opened.then(() => route.continue()));
  const answered = page.waitForResponse(late);
  await typeCode(page, links[1] ?? '');
  await typeCode(page, links[3] ?? '');
  await expect(padOf('9004')).toBeVisible();
  held.open();
  await (await answered).finished();
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: '000', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cobrar $1,000' })).toBeVisible();
  await expect(padOf('9004')).toBeVisible();
  await page.unroute(late);
  await page.getByRole('button', { name: 'Volver' }).click();
});

test('sin conexión, una tableta sin registrar dice de entrada que no puede cobrar', async () => {
  const other = await openDevice(browser, market, devices.tablet);
  await signIn(other.page, people.stall);
  await installed(other.page);
  await other.context.setOffline(true);
  await other.page.goto('/dashboard/escanear');
  await offline(other);
  await expect(
    other.page.getByText('Sin conexión esta tableta no puede cobrar. Espere la señal.'),
  ).toBeVisible();
  await expect(other.page.getByText('El saldo se revisa con el servidor')).toHaveCount(0);
  expect(await barriers(other.page)).toEqual([]);
  await typeCode(other.page, links[3] ?? '');
  await expect(
    other.page.getByText('Sin conexión esta tableta no puede cobrar. Espere la señal.'),
  ).toBeVisible();
  await expect(other.page.getByText('No hay conexión')).toBeVisible();
});

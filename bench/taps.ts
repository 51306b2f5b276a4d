import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, openDevice, signIn, visiting } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { frameOfPicture, showToCamera, smallCamera } from '#tests/support/browser/camera.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { emptyFrame } from '#tests/support/browser/qr-frames.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { quickFolder } from '#tests/support/server/quick-folder.ts';
import { median } from './measure.ts';

/*
 * Measures the effort of the main tasks: taps, keystrokes, and the seconds that the product takes when the person does not
 * pause to think. Each is compared with its limit.
 */
const runs = 5;
const phone = { width: 360, height: 740 };

/** A person's hand, with counts of its actions. */
type Hand = {
  taps: number;
  keys: number;
  tap: (on: Locator) => Promise<void>;
  type: (text: string) => Promise<void>;
};

function handOn(page: Page): Hand {
  const hand: Hand = {
    taps: 0,
    keys: 0,
    tap: async (on) => {
      hand.taps += 1;
      await on.click();
    },
    type: async (text) => {
      hand.keys += text.length;
      await page.keyboard.type(text);
    },
  };
  return hand;
}

type Limit = { taps: number; seconds: number };
type Moment = { name: string; most: Limit; took: { taps: number; keys: number; ms: number }[] };
const moments: Moment[] = [];

/** `work` acts with the given hand until the answer is on screen. */
async function measure(
  name: string,
  most: Limit,
  page: Page,
  work: (hand: Hand) => Promise<void>,
): Promise<void> {
  let moment = moments.find((one) => one.name === name);
  if (!moment) moments.push((moment = { name, most, took: [] }));
  const hand = handOn(page);
  const startedAt = performance.now();
  await work(hand);
  moment.took.push({ taps: hand.taps, keys: hand.keys, ms: performance.now() - startedAt });
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).waitFor();

await buildIfStale();
const folder = mkdtempSync(join(tmpdir(), 'taps-'));
const cameraFile = join(folder, 'camera.y4m');
showToCamera(cameraFile, emptyFrame());
const [market, browser] = await Promise.all([startMarket(), launchChromium({ cameraFile })]);
try {
  await admitPeople(market);
  for (let run = 0; run < runs; run += 1) {
    await topUpAtPoint(browser, market, run);
    await sellAtStall(browser, market);
  }
} finally {
  await browser.close();
  await market.stop();
}
await firstPurchaseOfNewcomer();
rmSync(folder, { recursive: true });
for (const { name, most, took } of moments) {
  const taps = Math.max(...took.map((one) => one.taps));
  const keys = Math.max(...took.map((one) => one.keys));
  const seconds = took.map(({ ms }) => ms / 1_000);
  const worst = Math.max(...seconds);
  console.log(`${name}: ${keys} keys, median ${median(seconds).toFixed(1)} s of ${took.length}`);
  reportFigure({ what: `Taps: ${name}`, figure: taps, unit: 'taps', wanted: { atMost: most.taps } });
  reportFigure({
    what: `Seconds without thinking: ${name}, worst of ${took.length}`,
    figure: worst,
    unit: 's',
    wanted: { atMost: most.seconds },
  });
}

/** A known customer at a kiosk with a keyboard, until the code is on screen; the stall scans its picture. */
async function topUpAtPoint(on: Browser, where: RunningMarket, run: number): Promise<void> {
  const identification = `2468452${run}`;
  await topUp(where, 5_000, identification);
  const { page, context } = await openDevice(on, where, devices.kiosk, visiting);
  await signIn(page, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').and(page.locator(':focus')).waitFor();
  await measure('top-up of a known customer', { taps: 2, seconds: 2 }, page, async (hand) => {
    await hand.type(identification);
    hand.keys += 1;
    await page.keyboard.press('Enter');
    await hand.tap(button(page, '$50,000'));
    await hand.tap(button(page, 'Recargar'));
    await page.getByText('Código creado correctamente').waitFor();
  });
  const downloading = page.waitForEvent('download');
  await button(page, 'Descargar').click();
  const picture = await (await downloading).path();
  showToCamera(cameraFile, await frameOfPicture(page, readFileSync(picture), smallCamera));
  await context.close();
}

/** From the scanner to the verdict, then voided; and one more offline, withdrawn. */
async function sellAtStall(on: Browser, where: RunningMarket): Promise<void> {
  const { page, context } = await openDevice(on, where, phone, visiting);
  await signIn(page, people.stall);
  await measure('sale by scan', { taps: 5, seconds: 2 }, page, async (hand) => {
    await hand.tap(page.getByRole('link', { name: /^Escanear/ }).first());
    await page.getByLabel('Monto de la compra').waitFor();
    for (const key of ['1', '2', '000']) await hand.tap(button(page, key));
    await hand.tap(button(page, 'Cobrar $12,000'));
    await heading(page, 'Pagado');
  });
  await measure('undo from the verdict', { taps: 3, seconds: 2 }, page, async (hand) => {
    await hand.tap(button(page, 'Anular'));
    await hand.tap(page.getByText('Monto equivocado'));
    await hand.tap(button(page, 'Sí, anular $12,000'));
    await heading(page, 'Anulada');
  });
  await page.goto('/dashboard/escanear');
  await page.getByLabel('Monto de la compra').waitFor();
  for (const key of ['3', '000']) await button(page, key).click();
  await context.setOffline(true);
  await button(page, 'Cobrar $3,000').click();
  await heading(page, 'Pendiente de confirmar');
  await measure('withdraw what was not handed over', { taps: 1, seconds: 2 }, page, async (hand) => {
    await hand.tap(button(page, 'No se entregó: retirar'));
    await heading(page, 'Retirada');
  });
  await context.setOffline(false);
  await context.close();
}

/** A visitor's first sale: from the demo's page to the lower balance on the customer's phone. */
async function firstPurchaseOfNewcomer(): Promise<void> {
  const dataDir = quickFolder();
  const baseURL = `http://localhost:${await freePort()}`;
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo/demo.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(baseURL).port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of demo.stdout) if (String(text).includes('/demo/celular')) break;
  const own = await launchChromium();
  const context = await own.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto('/demo');
  const open = async (hand: Hand, name: string): Promise<Page> => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      hand.tap(page.getByRole('link', { name, exact: true })),
    ]);
    return tab;
  };
  await measure('first sale of a newcomer (demo)', { taps: 10, seconds: 60 }, page, async (hand) => {
    const point = await open(hand, 'Abrir el punto');
    await point.getByLabel('Correo o identificación').fill('24684521');
    hand.keys += 9;
    await point.keyboard.press('Enter');
    await hand.tap(button(point, '$50,000'));
    await hand.tap(button(point, 'Recargar'));
    await point.getByText('Código creado correctamente').waitFor();
    const code = await point
      .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      .first()
      .textContent();
    const stall = await open(hand, 'Abrir el estante');
    await hand.tap(button(stall, 'Escribir código').first());
    await stall.getByLabel('Código corto').fill(code ?? '');
    hand.keys += 9;
    await stall.keyboard.press('Enter');
    for (const key of ['1', '2', '000']) await hand.tap(button(stall, key));
    const customer = await open(hand, 'Abrir el celular');
    await customer.getByText('$50,000').first().waitFor();
    await hand.tap(button(stall, 'Cobrar $12,000'));
    await heading(stall, 'Pagado');
    await customer.getByText('$38,000').first().waitFor();
  });
  await own.close();
  demo.kill();
  await once(demo, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { beforeAll, expect as check, test } from 'vitest';
import { clipTimes } from '#src/client/device/voice/clip-times.ts';
import { notesTexts } from '#src/client/texts/notes-texts.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { deviceForSuite } from '#tests/e2e/day.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import { people, topUp } from '#tests/e2e/market-people.ts';
import { enrol, offline } from '#tests/e2e/stall-without-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';

/**
 * A day of people who cannot read: from here on no letter is visible, and every step is found by its drawing.
 * Where a drawing is missing, or not inside the tap target, the step cannot be done.
 */
const phone = { width: 360, height: 740 };

const opened = marketForPages();
const { market } = opened;
const point = deviceForSuite(opened, phone, people.topUpPoint, {});
const stall = deviceForSuite(opened, phone, undefined, {});
const customer = deviceForSuite(opened, phone, undefined, {});
let picture: Buffer;

beforeAll(async () => {
  // A known customer: the number is on the card in hand.
  await topUp(market, 10_000, '24684521');
});

function hide(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { color: transparent !important; -webkit-text-fill-color: transparent !important } svg { color: #555 !important }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Hides all text on this page and on those it opens; drawings take their colour from elsewhere. */
async function hideLetters(page: Page): Promise<void> {
  await page.addInitScript(hide);
  await page.evaluate(hide);
}

/** As for a reader: invisible letters have no contrast. */
async function expectNoBarriers(page: Page): Promise<void> {
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  check(await barriers(page)).toEqual([]);
  await page.evaluate(hide);
}

/** Taps the target with this drawing; of several the lowest, near the thumb. */
async function tap(page: Page, drawing: string, within = 'body'): Promise<void> {
  const found = page.locator(`${within} :is(a, button):not(:disabled):has(svg${drawing}:visible)`);
  await found.first().waitFor();
  const boxes = await Promise.all((await found.all()).map(async (one) => (await one.boundingBox())?.y ?? -1));
  await found.nth(boxes.indexOf(Math.max(...boxes))).click();
}

const icon = (name: string): string => `.lucide-${name}`;
const group = (name: string): string => `[role="group"][aria-label="${name}"]`;
const pad = group(notesTexts.pad);
const piece = (value: number): string => `[data-piece="${value}"]`;

async function tapNotes(page: Page, ...values: number[]): Promise<void> {
  for (const value of values) await tap(page, piece(value), pad);
}

/** Returns the sum of the visible notes and coins. */
async function drawnSum(place: Locator): Promise<number> {
  const pieces = await place.locator('svg[data-piece]:visible').all();
  const values = await Promise.all(pieces.map((one) => one.getAttribute('data-piece')));
  return values.reduce((sum, value) => sum + Number(value), 0);
}

test('la recarga se hace por los dibujos: persona, billetes, recargar, código', async () => {
  const { page } = point;
  await hideLetters(page);
  await tap(page, icon('banknote'), 'nav');
  await page.locator('div:has(> svg.lucide-search) input').fill('24684521');
  await page.keyboard.press('Enter');
  // The head's banknote flips the pad; the lowest one tops up.
  await tap(page, icon('banknote'), '[role="group"]:has([aria-pressed])');
  await tapNotes(page, 20_000, 10_000, 20_000);
  await expect.poll(() => drawnSum(page.locator(group(notesTexts.tray)))).toBe(50_000);
  await expectNoBarriers(page);
  await tap(page, icon('banknote'), 'form');
  await page.locator('svg.lucide-circle-check:visible').waitFor();
  await expect.poll(() => drawnSum(page.locator('[aria-live]'))).toBe(50_000);
  const downloading = page.waitForEvent('download');
  await tap(page, icon('download'));
  picture = readFileSync(await (await downloading).path());
});

test('la venta se hace con dibujos: foto del código, billetes, cobrar, entregar', async () => {
  const { page } = stall;
  await enrol(page, 'Tableta 7', people.stall);
  // A reader sets the switch on the settings page.
  await page.goto('/dashboard/ajustes');
  await page.getByLabel('Vender solo con dibujos').check();
  await hideLetters(page);
  await tap(page, icon('scan-qr-code'), 'nav');
  await readPicture(page);
  await tapNotes(page, 10_000, 2_000, 500, 500);
  // The last one was too much.
  await tap(page, icon('delete'), pad);
  await expect.poll(() => drawnSum(page.locator('button[type=submit]'))).toBe(12_500);
  await expectNoBarriers(page);
  await tap(page, icon('store'), 'form');
  await page.locator('svg.lucide-check:visible').waitFor();
  expect(await drawnSum(page.locator('[role=alert] > div > [role=img]'))).toBe(12_500);
  await expect(page.locator('[role=alert] svg.lucide-user-round')).toBeVisible();
  await expectNoBarriers(page);
});

test('sin conexión se cobra igual, y el resultado se dice con la voz guardada en la tableta', async () => {
  const { page } = stall;
  await tap(page, icon('scan-qr-code'), '[role=alert]');
  await readPicture(page);
  await page.locator(pad).waitFor();
  await noteClips(page);
  await offline(stall);
  await tapNotes(page, 2_000, 500);
  await tap(page, icon('store'), 'form');
  await page.locator('[role=alert] svg.lucide-wifi-off').waitFor();
  expect(await drawnSum(page.locator('[role=alert] > div > [role=img]'))).toBe(2_500);
  await expect(page.locator('[role=alert] svg.lucide-user-round')).toBeVisible();
  // "Aceptada sin conexión. Dos mil quinientos pesos. Entregue el producto."
  await expect.poll(() => lastClip(page)).toBe('deliver');
  await tap(page, icon('scan-qr-code'), '[role=alert]');
});

test('una parte se cobra con este código, y la voz no manda entregar', async () => {
  const { page } = stall;
  await readPicture(page);
  await tapNotes(page, 50_000);
  await expect(async () => {
    await tap(page, icon('scan-qr-code'), 'footer');
    await page.locator('[role=alert] svg.lucide-hand').waitFor({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => lastClip(page)).toBe('doNotDeliver');
  await expectNoBarriers(page);
});

test('el saldo se ve en billetes en el celular del cliente', async () => {
  const { page } = customer;
  await page.goto(await textInPicture(picture));
  await hideLetters(page);
  await expect.poll(() => drawnSum(page.locator('main'))).toBe(37_500);
});

/** The scanner's picture button, and the voucher's picture. */
async function readPicture(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await tap(page, icon('image-up'));
  await (await choosing).setFiles({ name: 'codigo.png', mimeType: 'image/png', buffer: picture });
}

declare global {
  interface Window {
    /** Seconds of the clip scheduled last. */
    saidLast: number;
  }
}

/** Notes the clips scheduled on Web Audio's clock from here on. */
async function noteClips(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      window.saidLast = when[2] ?? 0;
      start.apply(this, when);
    };
  });
}

/** Its name: each recording has its length. */
async function lastClip(page: Page): Promise<string | undefined> {
  const seconds = await page.evaluate(() => window.saidLast);
  return Object.entries(clipTimes).find(([, [, lengthMs]]) => lengthMs === Math.round(seconds * 1_000))?.[0];
}

// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { frameOfPicture, showToCamera, smallCamera } from '#tests/support/browser/camera.ts';
import { serveBuiltPage, type BuiltPage } from '#tests/support/browser/chromium-built-page.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { emptyFrame, qrFrame } from '#tests/support/browser/qr-frames.ts';

const link = (characters: number): string =>
  'https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.'.padEnd(characters, 'Zq9-x_K3');

let page: BuiltPage;
let folder: string;
let cameraFile: string;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'camera-'));
  cameraFile = join(folder, 'camera.y4m');
  showToCamera(cameraFile, emptyFrame());
  [page, browser] = await Promise.all([
    serveBuiltPage('tests/unit/client/device/device-page.tsx'),
    launchChromium({ cameraFile }),
  ]);
}, 60_000);

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

afterAll(async () => {
  await browser.close();
  await page.close();
  rmSync(folder, { recursive: true });
});

async function open(from = browser, hash = ''): Promise<Page> {
  const context = await from.newContext();
  contexts.push(context);
  const tab = await context.newPage();
  await tab.goto(page.url + hash);
  return tab;
}

const scan = (tab: Page): Promise<void> => tab.evaluate(() => window.scanner.start());

/** Chromium from npm has no permission dialog and fails otherwise than a real refusal. */
async function refuseWhereNobodyAnswers(): Promise<void> {
  const refusal = await navigator.mediaDevices.getUserMedia({ video: true }).catch((error: unknown) => error);
  if (!(refusal instanceof DOMException) || refusal.name !== 'NotSupportedError') return;
  navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
}

const firstCode = (tab: Page): Promise<string> =>
  tab
    .waitForFunction(() => window.codes[0], undefined, { timeout: 10_000 })
    .then((code) => code.jsonValue() as Promise<string>);

describe('the scanner with a camera', () => {
  test.each([109, 199, 263])(
    'reads a code of %i characters in less than 10 s, at both sizes',
    async (length) => {
      for (const size of [undefined, smallCamera]) {
        showToCamera(cameraFile, qrFrame(link(length), size));
        const tab = await open();
        await scan(tab);
        expect(await firstCode(tab)).toBe(link(length));
        await tab.context().close();
      }
    },
  );

  test('reads the downloaded voucher picture', async () => {
    const tab = await open();
    const png = await tab.evaluate(async (text) => {
      const caption = {
        ownerName: 'Luz Marina Ospina',
        amount: '$50,000',
        shortCode: '7K4M-2QXD',
        end: 'Vence el 22/11/2027.',
      };
      const blob = await window.device.qrPngBlob(text, caption);
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, link(263));
    showToCamera(cameraFile, await frameOfPicture(tab, Buffer.from(png), smallCamera));
    await scan(tab);
    expect(await firstCode(tab)).toBe(link(263));
  });

  test('locks at the first read, and after unlocking ignores the same code for a while', async () => {
    showToCamera(cameraFile, qrFrame(link(109)));
    const tab = await open();
    await scan(tab);
    await firstCode(tab);
    await tab.waitForFunction(() => document.querySelector('#visor video'));
    expect(await tab.evaluate(() => window.codes.length)).toBe(1);
    await tab.evaluate(() => window.gate.unlock());
    await tab.waitForFunction(() => window.codes.length === 2, undefined, { timeout: 10_000 });
    expect(await tab.evaluate(() => new Set(window.codes).size)).toBe(1);
  });

  test('goes on past a label of eight letters, and opens again when its picture stands still', async () => {
    showToCamera(cameraFile, qrFrame('LOTE2024'));
    const tab = await open();
    await scan(tab);
    await tab.waitForFunction(() => window.asides.length > 2);
    showToCamera(cameraFile, qrFrame(link(109)));
    await tab.evaluate(() => document.querySelector('video')?.pause());
    expect(await firstCode(tab)).toBe(link(109));
    expect(await tab.evaluate(() => [...new Set(window.asides)])).toEqual(['foreign']);
    expect(await tab.evaluate(() => window.states.map(({ kind }) => kind))).toEqual([
      'starting',
      'running',
      'starting',
      'running',
    ]);
  });

  test('leaves one working preview when strict mode mounts it twice', async () => {
    showToCamera(cameraFile, qrFrame(link(199)));
    const tab = await open(browser, '#estricto');
    expect(await firstCode(tab)).toBe(link(199));
    expect(await tab.locator('video').count()).toBe(1);
    expect(await tab.locator('output').textContent()).toBe('running');
  });

  test('leaves nothing behind when stopped while starting', async () => {
    const tab = await open();
    const left = await tab.evaluate(async () => {
      const { scanner } = window;
      const started = scanner.start();
      await scanner.stop();
      await started;
      return {
        children: document.querySelector('#visor')?.childElementCount,
        last: window.states.at(-1)?.kind,
      };
    });
    expect(left).toEqual({ children: 0, last: 'stopped' });
  });
});

describe('a camera that does not open', () => {
  const lastState = (tab: Page) => tab.evaluate(() => window.states.at(-1));

  test('was refused', async () => {
    const refusing = await launchChromium({ cameraFile, camera: 'asked' });
    const tab = await open(refusing);
    await tab.evaluate(refuseWhereNobodyAnswers);
    await scan(tab);
    expect(await lastState(tab)).toEqual({ kind: 'failed', code: 'CAMERA_DENIED' });
    await refusing.close();
  });

  test('is absent', async () => {
    const blind = await launchChromium();
    const tab = await open(blind);
    await tab.context().grantPermissions(['camera']);
    await scan(tab);
    expect(await lastState(tab)).toEqual({ kind: 'failed', code: 'CAMERA_ABSENT' });
    await blind.close();
  });

  test('was remembered but is gone: the other one is opened', async () => {
    showToCamera(cameraFile, qrFrame(link(109)));
    const tab = await open();
    await tab.evaluate(() => localStorage.setItem('mercado.camera', 'gone'));
    await scan(tab);
    expect(await firstCode(tab)).toBe(link(109));
    expect(await tab.evaluate(() => localStorage.getItem('mercado.camera'))).toBeNull();
  });

  test('cannot be requested by a page without https', async () => {
    const tab = await open();
    await tab.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    await scan(tab);
    expect(await lastState(tab)).toEqual({ kind: 'failed', code: 'CAMERA_INSECURE' });
  });
});

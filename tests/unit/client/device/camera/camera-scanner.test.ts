// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtPageForSuite } from '#tests/support/browser/built-page-for-suite.ts';
import { showToCamera, smallCamera } from '#tests/support/browser/camera.ts';
import { qrFrame } from '#tests/support/browser/qr-frames.ts';

const link = (characters: number): string =>
  'https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.'.padEnd(characters, 'Zq9-x_K3');

const folder = mkdtempSync(join(tmpdir(), 'camera-'));
const cameraFile = join(folder, 'camera.y4m');
showToCamera(cameraFile, qrFrame(link(199)));
const { built, browser } = builtPageForSuite('tests/unit/client/device/device-page.tsx', { cameraFile });

afterAll(() => rmSync(folder, { recursive: true }));

async function open(hash = ''): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  await tab.goto(built.url + hash);
  return tab;
}

const scan = (tab: Page): Promise<void> => tab.evaluate(() => window.scanner.start());

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

  test('leaves one working preview when strict mode mounts it twice', async () => {
    showToCamera(cameraFile, qrFrame(link(199)));
    const tab = await open('#estricto');
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

test('reads no code behind a dialog', async () => {
  const tab = await open();
  await tab.evaluate(() => document.body.appendChild(document.createElement('dialog')).showModal());
  await scan(tab);
  await tab.waitForTimeout(1_500);
  expect(await tab.evaluate(() => window.codes)).toEqual([]);
  await tab.evaluate(() => document.querySelector('dialog')?.close());
  expect(await firstCode(tab)).toBe(link(199));
});

describe('a camera that does not open', () => {
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
    expect(await tab.evaluate(() => window.states.at(-1))).toEqual({
      kind: 'failed',
      code: 'CAMERA_INSECURE',
    });
  });
});

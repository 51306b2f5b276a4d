import { rmSync } from 'node:fs';
import type { Browser, BrowserContext } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { startByNpm, type NpmProgram } from '#tests/support/demo/npm-program.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { quickFolder } from '#tests/support/server/quick-folder.ts';

/** Runs `npm run demo` and a browser while the tests of this file run. */
export function runDemo() {
  let demo: NpmProgram;
  let browser: Browser;
  const dataDir = quickFolder();
  beforeAll(async () => {
    const port = String(await freePort());
    [demo, browser] = await Promise.all([startByNpm(['demo'], { dataDir, port }), launchChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    demo.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    /** Opens a browser without cookies or storage, whose paths are the demo's. */
    async visit(viewport = { width: 1280, height: 800 }): Promise<BrowserContext> {
      const context = await browser.newContext({ baseURL: demo.url, viewport, locale: 'es-CO' });
      context.setDefaultTimeout(20_000);
      return context;
    },
  };
}

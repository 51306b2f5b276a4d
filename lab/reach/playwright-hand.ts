import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, firefox, type BrowserContext, type Page } from '@playwright/test';
import { devices } from '#tests/e2e/open-device.ts';
import { libraryPath } from '#tests/support/browser/chromium-path.ts';
import { quietArguments } from '#tests/support/browser/chromium.ts';
import type { Hand, ReachBrowser } from './hand.ts';

type Engine = 'chromium' | 'firefox';

/**
 * Chromium of any age over its own protocol, and an installed Firefox over WebDriver BiDi; profiles are on
 * disk. `script` runs in each page before the page's own.
 */
export function playwrightBrowser(
  name: string,
  engine: Engine,
  executablePath: string,
  { below = false, script = '' }: { below?: boolean; script?: string } = {},
): ReachBrowser {
  return {
    name,
    restarts: true,
    isBelowFloor: below,
    openDevice: () => openDevice((profile) => launch(engine, executablePath, profile), script),
  };
}

function launch(engine: Engine, executablePath: string, profile: string): Promise<BrowserContext> {
  const options = { executablePath, viewport: devices.tablet, locale: 'es-CO', timezoneId: 'America/Bogota' };
  if (engine === 'firefox')
    return firefox.launchPersistentContext(profile, { ...options, channel: 'moz-firefox', timeout: 60_000 });
  return chromium.launchPersistentContext(profile, {
    ...options,
    args: quietArguments,
    env: { ...process.env, ...libraryPath(executablePath) },
  });
}

async function openDevice(
  start: (profile: string) => Promise<BrowserContext>,
  script: string,
): Promise<Hand> {
  const profile = mkdtempSync(join(tmpdir(), 'reach-'));
  const begin = async (): Promise<[BrowserContext, Page]> => {
    const context = await start(profile);
    if (script !== '') await context.addInitScript(script);
    context.setDefaultTimeout(30_000);
    return [context, context.pages()[0] ?? (await context.newPage())];
  };
  let [context, page] = await begin();
  const field = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true });
  return {
    open: async (address) => void (await page.goto(address)),
    path: async () => new URL(page.url()).pathname,
    sees: (words, timeout = 30_000) =>
      page.getByText(words).filter({ visible: true }).first().waitFor({ timeout }),
    async fill(label, value) {
      await field(label).click();
      await field(label).selectText();
      await field(label).pressSequentially(value);
    },
    choose: async (label, option) =>
      void (await page.getByLabel(label, { exact: true }).selectOption({ label: option })),
    async tap(name) {
      const called = { name, exact: true };
      const found = page.getByRole('button', called).or(page.getByRole('link', called));
      await found.or(page.getByRole('checkbox', called)).filter({ visible: true }).first().click();
    },
    ask: (expression) => page.evaluate(expression),
    press: (key) => page.keyboard.press(key),
    async restart() {
      await context.close();
      [context, page] = await begin();
    },
    screenshot: () => page.screenshot(),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

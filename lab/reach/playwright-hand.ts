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
    async openDevice() {
      const profile = mkdtempSync(join(tmpdir(), 'reach-'));
      const start = async () => {
        const context = await launch(engine, executablePath, profile);
        if (script !== '') await context.addInitScript(script);
        return context;
      };
      const device = new PlaywrightHand(start, profile);
      await device.restart();
      return device;
    },
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

class PlaywrightHand implements Hand {
  #context: BrowserContext | undefined;
  #page: Page | undefined;

  readonly #start: () => Promise<BrowserContext>;
  readonly #profile: string;

  constructor(start: () => Promise<BrowserContext>, profile: string) {
    this.#start = start;
    this.#profile = profile;
  }

  async restart() {
    await this.#context?.close();
    this.#context = await this.#start();
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    this.#page.setDefaultTimeout(30_000);
  }

  async open(address: string) {
    await this.page.goto(address);
  }

  async path() {
    return new URL(this.page.url()).pathname;
  }

  async sees(words: string, timeoutMs = 30_000) {
    const found = this.page.getByText(words).filter({ visible: true }).first();
    await found.waitFor({ timeout: timeoutMs });
  }

  async fill(label: string, value: string) {
    const field = this.page.getByLabel(label, { exact: true }).filter({ visible: true });
    await field.click();
    await field.selectText();
    await field.pressSequentially(value);
  }

  async choose(label: string, option: string) {
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: option });
  }

  async tap(name: string) {
    const { page } = this;
    const button = page.getByRole('button', { name, exact: true });
    const box = page.getByRole('checkbox', { name, exact: true });
    const found = button.or(page.getByRole('link', { name, exact: true })).or(box);
    await found.filter({ visible: true }).first().click();
  }

  ask<Value>(expression: string): Promise<Value> {
    return this.page.evaluate<Value>(expression);
  }

  async press(key: string) {
    await this.page.keyboard.press(key);
  }

  screenshot() {
    return this.page.screenshot();
  }

  async close() {
    await this.#context?.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  private get page(): Page {
    if (!this.#page) throw new Error('the browser is not open');
    return this.#page;
  }
}

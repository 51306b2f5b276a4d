import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { seedDemo } from '#scripts/demo/seed-demo.ts';
import { demoPassword } from '#scripts/demo/stories.ts';
import { readConfig } from '#src/server/run/config.ts';
import { openDatabase } from '#src/server/run/postgres/open-database.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';

const readmeFolder = 'docs/pictures';
const manifestFolder = 'public/screenshots';
const manualFolder = 'docs/manual/pictures';
const port = 3977;

const sizes = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 800, height: 1280 },
  phone: { width: 390, height: 844 },
  desk: { width: 1100, height: 760 },
};

/** The running demo and a browser before it. */
export type Studio = {
  open: (size: keyof typeof sizes) => Promise<{ page: Page; context: BrowserContext }>;
  close: () => Promise<void>;
};

export async function openStudio(): Promise<Studio> {
  for (const folder of [readmeFolder, manifestFolder, manualFolder]) mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const onFatal = (reason: string): never => {
    throw new Error(reason);
  };
  const database = await openDatabase({ dataDir: join(dataDir, 'db'), log: () => undefined, onFatal });
  await migrate(database);
  await seedDemo({ database, publicUrl: config.publicUrl, now: () => new Date() });
  await database.close();
  const server = await startServer(config, {
    clientDir: `${process.cwd()}/dist/client`,
    onFatal,
    isDemo: true,
  });
  const browser = await launchChromium();
  return {
    async open(size) {
      const context = await browser.newContext({
        baseURL: `http://localhost:${port}`,
        viewport: sizes[size],
        locale: 'es-CO',
        timezoneId: 'America/Bogota',
      });
      const page = await context.newPage();
      return { page, context };
    },
    async close() {
      await browser.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in a person of the demo, by the sign-in page; the administrator without `type`. */
export async function signIn(page: Page, email: string, type?: string): Promise<void> {
  await page.goto(type === undefined ? '/login/administrador' : '/login');
  await page.getByLabel('Correo electrónico').fill(email);
  if (type !== undefined) await page.getByLabel('Tipo de usuario').selectOption({ label: type });
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/dashboard/home');
  await page.getByRole('heading', { name: /^Buen/ }).waitFor();
}

async function settle(page: Page): Promise<void> {
  await page.getByLabel('Cargando...').waitFor({ state: 'hidden' });
  // No button under the mouse.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
}

/** Saves the page as a picture of the manual, small enough for a device that keeps all of them. */
export async function saveManual(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({
    path: join(manualFolder, `${name}.jpg`),
    type: 'jpeg',
    quality: 70,
    animations: 'disabled',
  });
}

/** Saves the page as a picture of the README, and of the installed app's manifest too. */
export async function save(page: Page, name: string, isOfManifest = false): Promise<void> {
  await settle(page);
  const folders = isOfManifest ? [readmeFolder, manifestFolder] : [readmeFolder];
  for (const folder of folders)
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

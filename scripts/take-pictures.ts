import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readConfig } from '#src/server/config.ts';
import { startServer } from '#src/server/start-server.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openDatabase } from '#src/server/store/open-database.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { buildIfStale } from './build-if-stale.ts';
import { demoPassword } from './demo-stories.ts';
import { seedDemo } from './seed-demo.ts';

/** `npx tsx scripts/take-pictures.ts`: the pictures of the README and of the manifest, from the demo as it runs. */
const readmeFolder = 'docs/pictures';
const manifestFolder = 'public/screenshots';
const port = 3977;
const origin = `http://localhost:${port}`;

const sizes = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 800, height: 1280 },
  phone: { width: 390, height: 844 },
};

await buildIfStale();
for (const folder of [readmeFolder, manifestFolder]) mkdirSync(folder, { recursive: true });
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
try {
  const link = await takeTopUp();
  await takeSale(link);
  await takePurchase(link);
  await takeManager();
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function openPage(size: keyof typeof sizes): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: sizes[size], locale: 'es-CO' });
  return context.newPage();
}

async function signIn(page: Page, email: string, type: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Tipo de usuario').selectOption({ label: type });
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/dashboard/home');
  await page.getByText('Hoy, hasta las').waitFor();
}

async function save(page: Page, name: string, alsoForManifest = false): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(readmeFolder, `${name}.png`), animations: 'disabled' });
  if (alsoForManifest)
    await page.screenshot({ path: join(manifestFolder, `${name}.png`), animations: 'disabled' });
}

/** The kiosk hands over a voucher; answers its link. */
async function takeTopUp(): Promise<string> {
  const page = await openPage('desktop');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Ingresar' }).waitFor();
  await save(page, 'ingreso');
  await signIn(page, 'recarga@demo.co', 'Punto Recarga');
  await page.goto('/dashboard/puntos-de-recarga/create');
  await page.getByLabel('Correo o identificación').fill('24684521');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByText('Identificación 24684521').first().waitFor();
  await page.getByLabel('Monto de la recarga').fill('50000');
  const answered = page.waitForResponse((response) => response.url().endsWith('/create-recharger'));
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  const { urlCodeQr } = (await (await answered).json()) as { urlCodeQr: string };
  await page.getByText('Código creado correctamente').waitFor();
  await save(page, 'recarga', true);
  return urlCodeQr;
}

/** The stall charges it by its code. */
async function takeSale(link: string): Promise<void> {
  const page = await openPage('tablet');
  await signIn(page, 'estante@demo.co', 'Estante');
  await page.goto('/dashboard/escanear');
  await page.getByRole('button', { name: 'Escribir código' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(link);
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await page.getByText('Su estante').waitFor();
  for (const key of ['1', '2', '5', '0', '0'])
    await page.getByRole('button', { name: key, exact: true }).click();
  await save(page, 'venta', true);
  await page.getByRole('button', { name: /^Cobrar/ }).click();
  await page.getByText('Pagado', { exact: true }).waitFor();
  await save(page, 'pagado');
}

/** The customer opens the link. */
async function takePurchase(link: string): Promise<void> {
  const page = await openPage('phone');
  await page.goto(link);
  await page.getByText('$37,500').first().waitFor();
  await page.getByRole('button', { name: 'Escoger' }).first().waitFor();
  await save(page, 'cliente', true);
}

async function takeManager(): Promise<void> {
  const page = await openPage('desktop');
  await signIn(page, 'mercado@demo.co', 'Mercado Global');
  await page.goto('/dashboard/estantes');
  await page.getByText('Flores de Yolanda').waitFor();
  await save(page, 'mercado');
}

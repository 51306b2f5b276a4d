import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { outboxTexts } from '#src/client/texts/sync/outbox-texts.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, installed, listen, signIn } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { preparePurchase, seeVerdict } from '#tests/e2e/stall-purchase.ts';
import { launchWithProfile } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

let market: RunningMarket;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  market = await startMarket();
  await admitPeople(market);
  context = await launchWithProfile('', { baseURL: market.url, viewport: devices.tablet });
  page = await context.newPage();
  complaints = listen(page);
  await page.goto('/login');
  await installed(page, false);
});

afterAll(async () => {
  await context.close();
  await market.stop();
});

test('el navegador ofrece instalarla', async () => {
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { shortcuts } = JSON.parse(data ?? '{}') as { shortcuts?: { name: string }[] };
  expect(shortcuts?.map(({ name }) => name)).toEqual(['Generar recarga', 'Escanear', 'Pendientes']);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

test('una venta abierta no se interrumpe por una versión nueva; después se actualiza con un toque', async () => {
  const { uuid } = await topUp(market, 50_000, '24684521');
  await signIn(page, people.stall);
  await installed(page);
  const before = await versionWords();
  await publishNewVersion('la versión nueva');
  await preparePurchase(page, uuid, 1000);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('Hay una versión nueva.')).toBeVisible();
  expect(await versionWords()).toBe(before);

  // Beside the other ways to a code it covers nothing, and it can wait until the next start.
  await page.goto('/dashboard/escanear');
  await expect(page.getByText('Hay una versión nueva.')).toBeVisible();
  await page.getByRole('button', { name: 'Escribir código' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Luego' }).click();
  await expect(page.getByText('Hay una versión nueva.')).toHaveCount(0);
  await page.goto('/dashboard/home');
  expect(await versionWords()).toBe(before);

  // A second tab with a sale that was not sent: each button works, whichever is tapped first.
  const other = await context.newPage();
  await signIn(other, people.stall);
  await context.route('**/api/v1/shopping/create', (route) => route.abort());
  await (await preparePurchase(other, uuid, 1000)).click();
  await seeVerdict(other, 'Pendiente de confirmar');
  await other.goto('/dashboard/home');
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => versionWords()).toBe('la versión nueva');
  expect(page.url()).toContain('/dashboard/home');
  expect(await versionWords(other)).toBe(before);
  await other.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => versionWords(other)).toBe('la versión nueva');
  await context.unroute('**/api/v1/shopping/create');
  await page.goto('/dashboard/pendientes');
  await page.getByRole('button', { name: outboxTexts.sendNow }).click();
  await emptied();
  await other.close();
});

test('un archivo que otra aplicación comparte espera en Pendientes a que alguien diga que sí, también sin red', async () => {
  await signInAgain();
  await installed(page);
  await context.setOffline(true);
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/compartir', enctype: 'multipart/form-data' });
    const file = Object.assign(document.createElement('input'), { type: 'file', name: 'archivo' });
    const picked = new DataTransfer();
    picked.items.add(new File(['{}'], 'pendientes-Tableta-ñ.json', { type: 'application/json' }));
    file.files = picked.files;
    form.append(file);
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL('**/dashboard/pendientes');
  const asked = page.getByRole('dialog', { name: 'Traer copia' });
  await expect(asked).toContainText('pendientes-Tableta-ñ.json');
  // This tablet has no enrolment, so it imports nothing.
  await expect(asked).toContainText('Este dispositivo no está inscrito.');
  await asked.getByRole('button', { name: 'Cerrar' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pendientes' })).toBeVisible();
  await expect(asked).toBeHidden();
  await context.setOffline(false);
});

test('un acceso directo y un archivo abierto con la aplicación llegan a la ventana que ya está abierta', async () => {
  await page.addInitScript(() => {
    const setConsumer = (take: unknown) => Reflect.set(window, 'launch', take);
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await signInAgain();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const launch = (path: string, name?: string) =>
    page.evaluate(
      ([target, file]) => {
        const files = file === undefined ? [] : [{ getFile: () => Promise.resolve(new File(['{}'], file)) }];
        const take = Reflect.get(window, 'launch') as (given: object) => void;
        take({ targetURL: new URL(target, location.origin).href, files });
      },
      [path, name] as const,
    );
  await launch('/dashboard/escanear');
  await page.waitForURL('**/dashboard/escanear');
  const asked = page.getByRole('dialog', { name: 'Traer copia' });
  for (const name of ['pendientes-1.json', 'pendientes-2.json']) {
    await launch('/dashboard/pendientes', name);
    await expect(asked).toContainText(name);
    await asked.getByRole('button', { name: 'Cerrar' }).click();
    await expect(asked).toBeHidden();
  }
  expect(complaints).toEqual([]);
});

/** The tests share a page, on which a signed-in person is sent home. */
async function signInAgain(): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, people.stall);
}

/** Resolves when every operation is accepted. */
async function emptied(): Promise<void> {
  const states = async () => new Set((await readTable(page, 'statuses')).map(({ state }) => state));
  await expect.poll(states, { timeout: 30_000 }).toEqual(new Set(['accepted']));
}

/** Returns the page's description in the version that served it. */
const versionWords = (at: Page = page): Promise<string> =>
  at
    .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? '')
    .catch(() => '');

/** Changes the page's description in the build, like any new version, and restarts the server. */
async function publishNewVersion(words: string): Promise<void> {
  const client = join(market.buildFolder, 'client');
  const change = (name: string, from: RegExp, to: string): void => {
    const path = join(client, name);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(from, to);
    expect(after, name).not.toBe(before);
    writeFileSync(path, after);
    for (const compressed of ['.br', '.gz']) rmSync(path + compressed, { force: true });
  };
  change('index.html', /(name="description"\s+content=")[^"]*/, `$1${words}`);
  change('service-worker.js', /("url":"index\.html","revision":")\w+/, `$1${words.length}`);
  await market.kill();
  await market.restart();
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openKillable, type KillableBrowser } from '#lab/kill/killable-browser.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { admitPeople, people, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { balanceOf } from './stall-purchase.ts';
import { enrol, enrolmentCode, find, offline, pin, take } from './stall-without-link.ts';

let market: RunningMarket;
const profile = mkdtempSync(join(tmpdir(), 'destroyed-'));
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  market = await startMarket();
  await admitPeople(market);
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await market.stop();
  rmSync(profile, { recursive: true, force: true });
});

async function open(): Promise<KillableBrowser> {
  const browser = await openKillable(profile, { baseURL: market.url, viewport: devices.tablet });
  ends.push(() => browser.context.close().catch(() => undefined));
  return browser;
}

/** Chromium's folder for IndexedDB. */
function databaseFolder(): string {
  const root = join(profile, 'Default', 'IndexedDB');
  const name = readdirSync(root).find((entry) => entry.endsWith('.leveldb'));
  if (name === undefined) throw new Error('the browser has no database');
  return join(root, name);
}

/** A kill at the wrong moment leaves records in the middle of the log that do not match their checksums. */
function damageLogs(): void {
  const folder = databaseFolder();
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.log'))) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    for (let at = 0; at < Math.min(bytes.length, 60_000); at += 64) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  }
}

test('se daña la base del navegador con ventas sin enviar: vuelven solas y se envían una vez', async () => {
  const voucher = await topUp(market, 50_000, 'cliente');
  const first = await open();
  await enrol(first.page, 'Tableta', people.stall);
  await offline(first);
  for (const amount of [1_000, 2_000]) {
    await find(first.page, voucher.urlCodeQr);
    await take(first.page, amount);
    await first.page.getByText('Entregue el producto').waitFor();
  }
  await first.kill();
  damageLogs();
  const second = await open();
  const { page } = second;
  await signIn(page, people.stall);
  await expect(page.getByText('Volvieron de la segunda copia 4 ventas o recargas sin enviar.')).toBeVisible();
  await page.getByRole('link', { name: 'Inscribir' }).click();
  await page.getByLabel('Nombre del dispositivo').fill('Tableta otra vez');
  await page.getByLabel('PIN de 6 números').fill(pin);
  await page.getByLabel('Repita el PIN').fill(pin);
  const code = await enrolmentCode(page, people.stall);
  await page.getByLabel('Código del mercado (opcional)').fill(code);
  await page.getByRole('button', { name: 'Inscribir' }).click();
  await expect.poll(() => balanceOf(market, voucher.uuid), { timeout: 30_000 }).toBe(47_000);
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect(page.getByText('Volvieron de la segunda copia')).toHaveCount(0);
  await page.goto('/dashboard/pendientes');
  await expect(page.getByText('Rescatadas')).toBeVisible();
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  await second.kill();
  const third = await open();
  await signIn(third.page, people.stall);
  await expect(third.page.getByText('Volvieron de la segunda copia')).toHaveCount(0);
  expect(await balanceOf(market, voucher.uuid)).toBe(47_000);
});

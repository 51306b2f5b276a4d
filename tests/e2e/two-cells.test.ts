import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { barriers } from './barriers.ts';
import { readTable } from './device-database.ts';
import { admitPeople, people, topUp } from './market-people.ts';
import { devices, openDevice } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { balanceOf } from './stall-sale.ts';
import { enrol, find, offline, typeCode } from './stall-without-link.ts';

const sentence = 'Este código es de otra ciudad.';

let cells: { bogota: RunningMarket; tunja: RunningMarket };
let browser: Browser;

/** Two installations, each with its own address, database and keys. */
beforeAll(async () => {
  const [bogota, tunja, chromium] = await Promise.all([
    startCell('bogota'),
    startCell('tunja'),
    launchChromium(),
  ]);
  [cells, browser] = [{ bogota, tunja }, chromium];
  await Promise.all(Object.values(cells).map(admitPeople));
});

async function startCell(name: string): Promise<RunningMarket> {
  const port = await freePort();
  const url = `http://${name}.localhost:${port}`;
  const market = await startMarket({ PORT: String(port), PUBLIC_URL: url, HOST: '127.0.0.1' });
  return { ...market, url: `http://localhost:${port}` };
}

afterAll(async () => {
  await browser.close();
  await Promise.all(Object.values(cells).map((cell) => cell.stop()));
});

test('un estante dice que un código es de otra ciudad, con conexión y sin ella, y no que no existe', async () => {
  const theirs = await topUp(cells.bogota, 20_000, '52864413');
  const own = await topUp(cells.tunja, 20_000, '52864413');
  expect(new URL(theirs.urlCodeQr).hostname).toBe('bogota.localhost');
  const tablet = await openDevice(browser, cells.tunja, devices.tablet);
  const { page } = tablet;
  await enrol(page, 'Tableta de Tunja', people.stall);
  const codeHost = async () =>
    (await readTable(page, 'held')).flatMap((row) => (row.id === 'keys' ? [row.value.codeHost] : []))[0];
  await expect.poll(codeHost, { timeout: 60_000 }).toMatch(/^tunja\.localhost:/);
  await page.goto('/dashboard/escanear');
  await typeCode(page, theirs.urlCodeQr);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText('Aquí no se puede cobrar.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await offline(tablet);
  await find(page, theirs.urlCodeQr);
  await expect(page.getByText(sentence)).toBeVisible();
  await find(page, own.urlCodeQr);
  await expect(page.getByLabel('Monto de la compra')).toBeVisible();
  expect(await balanceOf(cells.bogota, theirs.uuid)).toBe(20_000);
  expect(tablet.complaints).toEqual([]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { UserPage } from '#src/contract/accounts/user-list.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { askAs, caller, people, stallNames, topUp } from './market-people.ts';
import { openDevice, signIn, visiting, type Device } from './open-device.ts';
import { openPage, seeLarge, seeTargets } from './page-walks.ts';

const { market, browser } = marketForPages();
let office: Device;
const room = mkdtempSync(join(tmpdir(), 'restored-'));

/** The market paid a stall after the copy to which the server is restored. */
beforeAll(async () => {
  const voucher = await topUp(market, 100_000, '24684521');
  const { items } = await askAs<UserPage>(market, people.market, '/auth/users?userType=ESTANTE&q=rosalba');
  const estanteId = items[0]?._id;
  const { clientId: userId, uuid: codeQrUuid } = voucher;
  await caller(market)('/shopping/create', { userId, estanteId, codeQrUuid, price: 60_000 });
  const copy = join(room, 'copy');
  await market.backUp(copy);
  await askAs(market, people.market, '/cash/payout', { estanteId, monto: 20_000 });
  await market.putBack(copy);
  office = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  await signIn(office.page, people.market);
});

afterAll(() => rmSync(room, { recursive: true, force: true }));

test('Dispositivos dice qué anotar otra vez después de restaurar', async () => {
  const { page } = office;
  await openPage(page, 'dispositivos');
  await expect(page.getByRole('heading', { name: 'Después de restaurar' })).toBeVisible();
  await expect(page.getByText('anótelo otra vez con sus papeles')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(await seeTargets(page)).toEqual([]);
  expect(await seeLarge(page)).toEqual([]);
});

test('un pago de ese tiempo se anota otra vez en Caja', async () => {
  const { page } = office;
  await openPage(page, 'caja');
  await page.getByRole('button', { name: `Pagar a ${stallNames.stall}`, exact: true }).click();
  await page.getByLabel('Monto').fill('20000');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Sí, pagar $20,000' }).click();
  await expect(page.getByText(`$20,000 pagados a ${stallNames.stall}`)).toBeVisible();
  expect(office.complaints).toEqual([]);
  expect((await market.audit()).findings).toEqual([]);
});

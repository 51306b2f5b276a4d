import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserPage } from '#src/contract/accounts/user-list.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { askAs, caller, people, stallNames, topUp } from './market-people.ts';
import { openDevice, signIn, visiting, type Device } from './open-device.ts';
import { openPage, seeLarge, seeTargets, walkByKeyboard } from './page-walks.ts';

const page = 'caja/despues-de-restaurar';

const { market, browser } = marketForPages();
let phone: Device;
let office: Device;
const room = mkdtempSync(join(tmpdir(), 'restored-'));
/** Code on the signing sheet of the lost time. */
let lost: string;

/** The market paid a stall after the copy to which the server is restored. */
beforeAll(async () => {
  const voucher = await topUp(market, 100_000, '24684521');
  const { items } = await askAs<UserPage>(market, people.market, '/auth/users?userType=ESTANTE&q=rosalba');
  const [stall] = items as readonly User[];
  const purchase = {
    userId: voucher.clientId,
    estanteId: stall?._id,
    codeQrUuid: voucher.uuid,
    price: 60_000,
  };
  await caller(market)('/shopping/create', purchase);
  const pay = (monto: number) =>
    askAs<Payout>(market, people.market, '/cash/payout', { estanteId: stall?._id, monto });
  await pay(10_000);
  const copy = join(room, 'copy');
  await market.backUp(copy);
  ({ codePago: lost } = await pay(20_000));
  await market.putBack(copy);
  phone = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  office = await openDevice(browser, market, { width: 1280, height: 800 }, visiting);
  await signIn(phone.page, people.market);
  await signIn(office.page, people.market);
});

afterAll(() => rmSync(room, { recursive: true, force: true }));

async function heading(of: Page, name: string): Promise<void> {
  await expect(of.getByRole('heading', { name, level: 1 })).toBeVisible();
}

describe('después de restaurar', () => {
  test('el inicio lleva a la página, y Caja dice por qué no se paga', async () => {
    await phone.page.getByRole('link', { name: /Faltan 3 respuestas después de restaurar/ }).click();
    await heading(phone.page, 'Después de restaurar');
    await openPage(office.page, 'caja');
    await expect(
      office.page.getByRole('button', { name: `Pagar a ${stallNames.stall}`, exact: true }),
    ).toBeDisabled();
    // Nor do links of extras lead to another way of paying.
    await expect(office.page.locator('a[href*="pagar="]')).toHaveCount(0);
    await office.page.getByRole('link', { name: 'Confirmar con mis papeles' }).click();
    await heading(office.page, 'Después de restaurar');
    await expect(office.page.getByText('Faltan 3 respuestas para volver a pagar')).toBeVisible();
    await expect(office.page.getByRole('button', { name: 'Pagar a estantes' })).toBeDisabled();
  });

  test('se lee y se toca en un teléfono, con letras grandes y con el teclado', async () => {
    for (const one of [phone.page, office.page]) {
      await openPage(one, page);
      expect(await barriers(one)).toEqual([]);
      expect(await seeTargets(one)).toEqual([]);
    }
    expect(await walkByKeyboard(office.page)).toEqual([]);
    expect(await seeLarge(phone.page)).toEqual([]);
    await openPage(phone.page, page);
  });

  test('el mercado confirma un pago por su número, y no dos veces', async () => {
    const { page: at } = phone;
    await at.getByRole('link', { name: 'Escribir número' }).click();
    await heading(at, '¿Hizo algún pago?');
    await expect(at.getByRole('heading', { level: 1 })).toBeFocused();
    await at.getByRole('button', { name: 'Sí se pagó' }).click();
    await expect(at.getByText('Escriba G- y las ocho letras o números de la hoja.')).toBeVisible();
    expect(await barriers(at)).toEqual([]);
    await at.getByLabel('Número del pago').fill(lost.toLowerCase());
    await at.getByRole('combobox', { name: 'Estante' }).click();
    await at.getByRole('option', { name: stallNames.stall }).click();
    await at.getByLabel('Cuánto dice la hoja').fill('20000');
    await at.getByRole('button', { name: 'Sí se pagó $20,000' }).click();
    const dialog = at.getByRole('dialog');
    await expect(dialog.getByText(`con el número ${lost}`)).toBeVisible();
    expect(await barriers(at)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sí se pagó $20,000' }).click();
    await heading(at, 'Después de restaurar');
    await expect(at.getByText(`Pago ${lost} · $20,000`)).toBeVisible();
    await expect(at.getByRole('heading', { level: 1 })).toBeFocused();
    const again = await askAs<object>(market, people.market, '/cash/payouts');
    expect(JSON.stringify(again).split(lost).length).toBe(2);
    expect((await market.audit()).findings).toEqual([]);
  });

  test('sin conexión muestra lo último que vio', async () => {
    await office.page.getByText(`Pago ${lost} · $20,000`).waitFor({ timeout: 30_000 });
    await office.context.setOffline(true);
    await expect(office.page.getByText('Pagar a estantes')).toBeVisible();
    await expect(office.page.getByText('Después de restaurar').first()).toBeVisible();
    await office.context.setOffline(false);
  });

  test('con la última respuesta se abre el pago, y queda en Auditoría con su nombre', async () => {
    const { page: at } = office;
    await at.getByRole('button', { name: 'No hice nada más' }).filter({ visible: true }).click();
    const dialog = at.getByRole('dialog');
    expect(await barriers(at)).toEqual([]);
    await dialog.getByRole('button', { name: 'No hice nada más' }).click();
    await expect(at.getByText('Ya se puede pagar').first()).toBeVisible();
    await expect(at.getByText('1 confirmado')).toBeVisible();
    await expect(at.getByText('Cuadran')).toBeVisible();
    expect(await barriers(at)).toEqual([]);
    await at.getByRole('link', { name: 'Pagar a estantes' }).click();
    await at.getByRole('button', { name: `Pagar a ${stallNames.stall}`, exact: true }).click();
    await at.getByRole('button', { name: 'Continuar' }).click();
    await at.getByRole('button', { name: 'Sí, pagar $30,000' }).click();
    await expect(at.getByText(`$30,000 pagados a ${stallNames.stall}`)).toBeVisible();
    await openPage(at, 'auditoria');
    await expect(
      at.getByRole('table').getByText('Dijo que no hizo más antes de restaurar').first(),
    ).toBeVisible();
    expect([...phone.complaints, ...office.complaints]).toEqual([]);
    expect((await market.audit()).findings).toEqual([]);
  });
});

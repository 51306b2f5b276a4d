import type { Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { askAs, password, people } from './market-people.ts';
import { devices, installed, signIn } from './open-device.ts';
import { pin } from './stall-without-link.ts';

const opened = marketForPages();
const { market } = opened;
const office = deviceForSuite(opened, devices.kiosk, people.market);
const tablet = deviceForSuite(opened, devices.tablet, undefined, {});
const kiosk = deviceForSuite(opened, devices.tablet, undefined, {});

async function ask(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre del dispositivo').fill(name);
  await page.getByLabel('PIN de 6 números').fill(pin);
  await page.getByLabel('Repita el PIN').fill(pin);
  await page.getByRole('button', { name: 'Inscribir' }).click();
}

describe('un dispositivo lo registra el mercado', () => {
  test('la tableta pide, y muestra seis números que el mercado ve iguales', async () => {
    const { page } = tablet;
    await signIn(page, people.stall);
    await installed(page);
    await page.goto('/dashboard/dispositivos');
    await ask(page, 'Tableta 1');
    const digits = await page.getByLabel('Números para comparar').textContent();
    expect(digits).toMatch(/^\d{3} \d{3}$/);
    expect(await barriers(page)).toEqual([]);
    await office.page.reload();
    await expect(office.page.getByText('1 dispositivo por aprobar')).toBeVisible();
    await office.page.goto('/dashboard/dispositivos');
    await expect(office.page.getByText(digits ?? '')).toBeVisible();
    expect(await barriers(office.page)).toEqual([]);
  });

  test('aprobada, sigue sola y queda registrada', async () => {
    await office.page.getByRole('button', { name: /^Aprobar a .* en Tableta 1/ }).click();
    await expect(tablet.page.getByText('Tableta 1, inscrito.')).toBeVisible({ timeout: 30_000 });
    await expect(tablet.page.getByText('Puesto.', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(office.page.getByRole('heading', { name: 'Por aprobar' })).toBeHidden();
  });

  test('el código del mercado, escaneado antes de ingresar, registra el punto de una vez, aunque el navegador deje abierta su pregunta', async () => {
    // Firefox asks whether the site may keep its data, and settles when the person answers.
    await kiosk.page.addInitScript(() => {
      navigator.storage.persist = () => new Promise(() => undefined);
    });
    await office.page.getByRole('button', { name: 'Para la caja de un punto' }).click();
    await expect(
      office.page.getByRole('img', { name: 'Código para inscribir un dispositivo' }),
    ).toBeVisible();
    expect(await barriers(office.page)).toEqual([]);
    const { link } = await askAs<MarketCode>(market, people.market, '/market/codes', {
      purpose: 'enrol-top-up',
    });
    const { page } = kiosk;
    const scanned = new URL(link ?? '');
    await page.goto(`${scanned.pathname}${scanned.search}${scanned.hash}`);
    await page.getByLabel('Correo electrónico').fill(people.topUpPoint.email);
    // Address, market and role come with the code; the person adds the credentials.
    await expect(page.getByLabel('Tipo de usuario')).toHaveValue('RECARGA');
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.waitForURL('**/dashboard/dispositivos');
    await installed(page);
    await expect(page.getByLabel('Código del mercado (opcional)')).toHaveValue(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await ask(page, 'Caja principal');
    await expect(page.getByText('Caja principal, inscrito.')).toBeVisible({ timeout: 30_000 });
  });
});

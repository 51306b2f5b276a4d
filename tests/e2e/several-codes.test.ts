import { expect, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import { admitPeople, askAs, people, topUp } from './market-people.ts';
import { devices, openDevice, signIn, type Device } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { balanceOf, prepareSale, seeVerdict } from './stall-sale.ts';

let market: RunningMarket;
let browser: Browser;
let tablet: Device;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
  tablet = await openDevice(browser, market, devices.tablet);
  await signIn(tablet.page, people.stall);
});
afterAll(async () => {
  await browser.close();
  await market.stop();
});

describe('una compra con varios códigos', () => {
  test('lo que falta lo pone otro código, y se cobra todo o nada', async () => {
    const { page } = tablet;
    const first = await topUp(market, 22_500, '24684521');
    const second = crypto.randomUUID();
    const { clientId } = first;
    const command = { monto: 41_000, uuid: second, clientId };
    await askAs(market, people.topUpPoint, '/code-qr/create-recharger', command);
    await prepareSale(page, first.uuid, 60_000);
    // An offer that appears under a finger is deaf at first.
    await expect(async () => {
      await page.getByRole('button', { name: 'Completar con otro código' }).click({ timeout: 500 });
      await expect(page.getByText('Lea otro código')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('listitem').filter({ hasText: 'Faltan' })).toContainText('$37,500');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leer otro código' }).click();
    await page.getByRole('button', { name: 'Escribir código' }).first().click();
    await page.getByLabel('Código corto').fill(shortCodeOf(second));
    await page.getByRole('dialog').getByRole('button', { name: 'Buscar' }).click();
    await expect(page.getByText('Completo. Se cobra todo o nada.')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cobrar $60,000' }).click();
    await seeVerdict(page, 'Pagado');
    expect([await balanceOf(market, first.uuid), await balanceOf(market, second)]).toEqual([0, 3_500]);
    await page.goto(`/code-qr?userId=${clientId}&codeQrId=${second}`);
    await page.getByRole('button', { name: 'Mis compras' }).click();
    await expect(page.getByRole('dialog')).toContainText('Parte de una compra de $60,000');
    expect(await barriers(page)).toEqual([]);
  });
});

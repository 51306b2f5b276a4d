import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { admitPeople, caller, topUp } from '#tests/e2e/market-people.ts';
import { openDevice, visiting } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

let market: RunningMarket;
let browser: Browser;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket({ VOUCHER_DAYS: '365' }), launchChromium()]);
  await admitPeople(market);
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

test('otra persona mira el saldo con un enlace que no paga, hasta que su dueño lo quita', async () => {
  const { urlCodeQr, uuid, clientId } = await topUp(market, 30_000, '24684599');
  const estanteId = (await caller(market)<Stall[]>('/estantes'))[0]?._id;
  await caller(market)('/shopping/create', { userId: clientId, codeQrUuid: uuid, estanteId, price: 12_000 });
  const holder = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  await holder.page.goto(urlCodeQr);
  await holder.page.getByRole('button', { name: 'Mis compras' }).click();
  await holder.page.getByRole('button', { name: 'Crear enlace para solo mirar' }).click();
  const address = holder.page.getByLabel('Enlace para solo mirar');
  await expect(address).toHaveValue(/\/mirar#[\w-]{22}$/);
  await expect(address).toBeFocused();
  expect(await barriers(holder.page)).toEqual([]);
  const link = await address.inputValue();

  const other = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  await other.page.goto(link);
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Código de Luz Marina Ospina', {
    timeout: 20_000,
  });
  await expect(other.page.getByText('$18,000').first()).toBeVisible();
  await expect(other.page.getByRole('listitem')).toContainText('$12,000');
  await expect(other.page.getByText('Este enlace solo muestra. No sirve para pagar.')).toBeVisible();
  expect(await other.page.content()).not.toContain(uuid);
  expect(await barriers(other.page)).toEqual([]);

  const end = holder.page.getByRole('button', { name: 'Quitar el enlace' });
  await end.click();
  await expect(holder.page.getByText('Ya nadie puede mirar con un enlace.')).toBeVisible();
  await expect(end).toBeFocused();
  await other.page.getByRole('button', { name: 'Ver otra vez' }).click();
  await expect(other.page.getByRole('heading', { name: 'Este enlace ya no muestra nada' })).toBeVisible();
  expect(await barriers(other.page)).toEqual([]);
  expect([...holder.complaints, ...other.complaints]).toEqual([]);
  await Promise.all([holder.context.close(), other.context.close()]);
});

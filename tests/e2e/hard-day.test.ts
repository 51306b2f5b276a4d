import { readFileSync } from 'node:fs';
import { expect, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { MarketCode } from '#src/contract/markets/market-code.ts';
import type { CustomerDetail } from '#src/contract/accounts/customer.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import { admitPeople, askAs, people, topUp } from './market-people.ts';
import { devices, openDevice, signIn } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { balanceOf, prepareSale, seeVerdict } from './stall-sale.ts';
import { typeCode } from './stall-without-link.ts';

let market: RunningMarket;
let browser: Browser;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
});

afterAll(async () => {
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  await browser.close();
  await market.stop();
});

const clientOf = (id: string) => askAs<CustomerDetail>(market, people.market, `/client/${id}`);

/** What the pad's code does not hold another gives: from the offer to the code that was read. */
async function completeWith(page: Page, voucherUuid: string): Promise<void> {
  await page.getByRole('button', { name: 'Leer otro código' }).click();
  await typeCode(page, shortCodeOf(voucherUuid));
  await expect(page.getByRole('listitem').filter({ hasText: shortCodeOf(voucherUuid) })).toBeVisible();
}

async function openCustomer(page: Page, identificacion: string): Promise<void> {
  await page.goto('/dashboard/clientes');
  await page.getByLabel('Buscar por nombre').fill(identificacion);
  const found = page.getByRole('button', { name: 'Ver Luz Marina Ospina' });
  await expect(found).toHaveCount(1);
  await found.click();
}

describe('un día difícil', () => {
  test('quien trae nueve papeles paga 60,000 con tres, y junta los otros en uno', async () => {
    const first = await topUp(market, 25_000, '24684521');
    const { clientId } = first;
    const papers = [first.uuid];
    for (const monto of [20_000, 30_000, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000]) {
      const uuid = crypto.randomUUID();
      await askAs(market, people.topUpPoint, '/code-qr/create-recharger', { monto, uuid, clientId });
      papers.push(uuid);
    }
    const [, second = '', third = ''] = papers;
    const { page, context, complaints } = await openDevice(browser, market, devices.tablet);
    await signIn(page, people.stall);
    await prepareSale(page, first.uuid, 60_000);
    await expect(async () => {
      await page.getByRole('button', { name: 'Completar con otro código' }).click({ timeout: 500 });
      await expect(page.getByText('Lea otro código')).toBeVisible({ timeout: 500 });
    }).toPass();
    await completeWith(page, second);
    await completeWith(page, third);
    await page.getByRole('button', { name: 'Cobrar $60,000' }).click();
    await seeVerdict(page, 'Pagado');
    const left = await Promise.all(papers.slice(0, 3).map((uuid) => balanceOf(market, uuid)));
    expect(left).toEqual([0, 0, 15_000]);
    await context.close();
    expect(complaints).toEqual([]);

    const manager = await openDevice(browser, market, devices.kiosk);
    await signIn(manager.page, people.market);
    await openCustomer(manager.page, '24684521');
    await manager.page.getByRole('button', { name: 'Juntar códigos' }).click();
    const active = (await clientOf(clientId)).vouchers.filter(({ status }) => status);
    expect(active).toHaveLength(7);
    for (const { shortCode } of active)
      await manager.page.getByRole('checkbox', { name: new RegExp(shortCode) }).check();
    await manager.page.getByLabel('Identificación del cliente').fill('24684521');
    const code = manager.page.getByLabel('Código del mercado');
    if (await code.isVisible()) {
      const made = await askAs<MarketCode>(market, people.market, '/market/codes', { purpose: 'reissue' });
      await code.fill(made.code);
    }
    await manager.page.getByRole('button', { name: 'Sí, juntar' }).click();
    await expect(manager.page.getByText('Código creado correctamente')).toBeVisible();
    const after = await clientOf(clientId);
    expect([after.balance, after.vouchers.filter(({ status }) => status).length]).toEqual([36_000, 1]);
    await manager.context.close();
    expect(manager.complaints).toEqual([]);
  });

  test('alguien pide todo lo que se guarda de sí, lo recibe, y es olvidado sin que las cuentas cambien', async () => {
    const { clientId, uuid } = await topUp(market, 7_000, '71984299');
    const stalls = await askAs<{ _id: string }[]>(market, people.market, '/estantes');
    const sale = { userId: clientId, estanteId: stalls[0]?._id, codeQrUuid: uuid, price: 7_000 };
    await fetch(`${market.url}/api/v1/shopping/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(sale),
    });
    expect(await balanceOf(market, uuid)).toBe(0);
    const before = await market.audit();
    const { page, context, complaints } = await openDevice(browser, market, devices.kiosk);
    await signIn(page, people.market);
    await openCustomer(page, '71984299');
    await page.getByRole('button', { name: 'Datos personales', exact: true }).click();
    await page.getByRole('button', { name: 'Ver lo que se guarda' }).click();
    await expect(page.getByRole('button', { name: 'Guardar archivo (JSON)' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Guardar archivo (JSON)' }).click();
    const kept = readFileSync(await (await coming).path(), 'utf8');
    expect(kept).toContain('71984299');
    expect(kept).toContain('7000');
    await page.getByRole('button', { name: 'Borrar sus datos' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, borrar sus datos' }).click();
    await expect(page.getByText('Datos borrados')).toBeVisible();
    await page.goto('/dashboard/clientes');
    await page.getByLabel('Buscar por nombre').fill('71984299');
    await expect(page.getByRole('button', { name: 'Ver Luz Marina Ospina' })).toHaveCount(0);
    expect(await market.audit()).toEqual(before);
    await context.close();
    expect(complaints).toEqual([]);
  });
});

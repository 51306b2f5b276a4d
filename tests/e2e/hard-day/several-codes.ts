import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from '../barriers.ts';
import { askAs, people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import { balanceOf, prepareSale, seeVerdict } from '../stall-sale.ts';
import { enrol, find, offline, typeAmount, typeCode } from '../stall-without-link.ts';
import type { HardDay } from './day.ts';

/** A sale beyond the balance is completed with other vouchers: all or nothing, offline too. */
export function severalCodes(day: HardDay): void {
  test('lo que falta lo pone otro código, y se cobra todo o nada', async () => {
    const { market } = day;
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.stall);
    const first = await topUp(market, 22_500, '52864402');
    const second = crypto.randomUUID();
    const { clientId } = first;
    const command = { monto: 41_000, uuid: second, clientId };
    await askAs(market, people.topUpPoint, '/code-qr/create-recharger', command);
    await prepareSale(page, first.uuid, 60_000);
    // An offer that appears under a finger ignores taps at first.
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
    expect(await barriers(page)).toEqual([]);
    // Its receipt is of the whole sale, with each voucher's share.
    await page.getByRole('button', { name: 'Imprimir' }).click();
    await expect(page.getByRole('article')).toContainText('$60,000');
    await expect(page.getByRole('article')).toContainText(`Código ${shortCodeOf(second)}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).first().click();
    await seeVerdict(page, 'Pagado');
    await page.goto(`/code-qr?userId=${clientId}&codeQrId=${second}`);
    await page.getByRole('button', { name: 'Mis compras' }).click();
    await expect(page.getByRole('dialog')).toContainText('Parte de una compra de $60,000');
    expect(await barriers(page)).toEqual([]);
  });

  test('se anula entera desde el resultado: cada código recibe lo que dio', async () => {
    const { market } = day;
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.stall);
    const [first, second] = [await topUp(market, 8_000, '71984210'), await topUp(market, 9_000, '71984211')];
    await completed(page, first.uuid, 12_000, (scan) => typeCode(scan, shortCodeOf(second.uuid)));
    await page.getByRole('button', { name: 'Cobrar $12,000' }).click();
    await seeVerdict(page, 'Pagado');
    expect([await balanceOf(market, first.uuid), await balanceOf(market, second.uuid)]).toEqual([0, 5_000]);
    await page.getByRole('button', { name: 'Anular', exact: true }).click();
    await page.getByRole('button', { name: 'Se cobró dos veces' }).click();
    await page.getByRole('button', { name: 'Sí, anular $12,000' }).click();
    await expect(page.getByRole('heading', { name: 'Anulada' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    expect([await balanceOf(market, first.uuid), await balanceOf(market, second.uuid)]).toEqual([
      8_000, 9_000,
    ]);
  });

  test('sin conexión la segunda mitad la pone otro código: se acepta toda, y se paga toda al volver', async () => {
    const { market } = day;
    const device = await day.open(devices.phone, { installs: true });
    const { page, context } = device;
    await enrol(page, 'Tableta 9', people.otherStall);
    const [first, second] = [
      await topUp(market, 22_500, '71984212'),
      await topUp(market, 41_000, '71984213'),
    ];
    // The tablet's list contains both.
    await page.reload();
    await offline(device);
    await find(page, first.urlCodeQr);
    await complete(page, 30_000, (scan) => typeCode(scan, second.urlCodeQr));
    await expect(page.getByText('Completo. Se cobra todo o nada.')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cobrar $30,000' }).click();
    await seeVerdict(page, 'Aceptada sin conexión');
    await expect(page.getByText('$30,000').first()).toBeVisible();
    await page.goto('/dashboard/pendientes');
    await expect(page.getByText('Parte de una compra de $30,000. Se cobra todo o nada.')).toHaveCount(2);
    expect(await barriers(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText('Pagada', { exact: true })).toHaveCount(2, { timeout: 40_000 });
    expect([await balanceOf(market, first.uuid), await balanceOf(market, second.uuid)]).toEqual([0, 33_500]);
  });
}

/**
 * Completes the pad of the first voucher, on which `amount` falls short, with the code that `read` gives the
 * scanner.
 */
async function complete(page: Page, amount: number, read: (scan: Page) => Promise<void>): Promise<void> {
  await typeAmount(page, amount);
  // An offer that appears under a finger ignores taps at first.
  await expect(async () => {
    await page.getByRole('button', { name: 'Completar con otro código' }).click({ timeout: 500 });
    await expect(page.getByText('Lea otro código')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Leer otro código' }).click();
  await read(page);
}

async function completed(
  page: Page,
  voucherUuid: string,
  amount: number,
  read: (scan: Page) => Promise<void>,
): Promise<void> {
  await page.goto('/dashboard/escanear');
  await typeCode(page, shortCodeOf(voucherUuid));
  await complete(page, amount, read);
}

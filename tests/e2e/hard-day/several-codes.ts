import { test } from 'vitest';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from '../barriers.ts';
import { askAs, people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import { balanceOf, completeSale, prepareSale, seeVerdict } from '../stall-sale.ts';
import { enrol, find, offline, typeAmount, typeCode } from '../stall-without-link.ts';
import type { HardDay } from './day.ts';

/** Two purchases, one after the other, when a voucher holds less than the price. The first one stands if the second fails. */
export function severalCodes(day: HardDay): void {
  test('lo que falta lo pone otro código: tres toques, dos compras', async () => {
    const { market } = day;
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.stall);
    const first = await topUp(market, 22_500, '52864402');
    const second = crypto.randomUUID();
    const command = { monto: 41_000, uuid: second, clientId: first.clientId };
    await askAs(market, people.topUpPoint, '/code-qr/create-recharger', command);
    await prepareSale(page, first.uuid, 60_000);
    await completeSale(page);
    await seeVerdict(page, 'Pagado');
    await expect(page.getByText('Faltan $37,500: no entregue todavía')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leer otro código' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Faltan $37,500' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await typeCode(page, shortCodeOf(second));
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cobrar $37,500' }).click();
    await seeVerdict(page, 'Pagado');
    await expect(page.getByText('Compra completa')).toBeVisible();
    await expect(page.getByText('$60,000')).toBeVisible();
    expect([await balanceOf(market, first.uuid), await balanceOf(market, second)]).toEqual([0, 3_500]);
    await page.getByRole('button', { name: 'Cobrar otra' }).click();
    await expect(page.getByRole('button', { name: 'Escribir código' })).toBeVisible();
    await expect(page.getByText('Faltan')).toHaveCount(0);
  });

  test('si el segundo no paga, la primera compra queda, y se anula con un toque en el escáner', async () => {
    const { market } = day;
    const { page } = await day.open(devices.phone);
    await signIn(page, people.stall);
    const first = await topUp(market, 8_000, '71984210');
    await prepareSale(page, first.uuid, 12_000);
    await completeSale(page);
    await seeVerdict(page, 'Pagado');
    await page.getByRole('button', { name: 'Leer otro código' }).click();
    await typeCode(page, 'AAAA-2222');
    await page.getByRole('button', { name: 'Leer otra vez' }).click();
    expect(await balanceOf(market, first.uuid)).toBe(0);
    const last = page.getByRole('region', { name: 'Última venta' });
    await last.getByRole('button', { name: 'Anular' }).click();
    await page.getByRole('button', { name: 'Monto equivocado' }).click();
    await page.getByRole('button', { name: 'Sí, anular $8,000' }).click();
    await expect(last).toContainText('Anulada');
    await expect(page.getByText('Faltan')).toHaveCount(0);
    expect(await balanceOf(market, first.uuid)).toBe(8_000);
  });

  test('con la conexión cortada en la mitad, lo que falta se acepta sin ella y se paga al volver', async () => {
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
    await prepareSale(page, first.uuid, 30_000);
    await completeSale(page);
    await seeVerdict(page, 'Pagado');
    await page.getByRole('button', { name: 'Leer otro código' }).click();
    await offline(device);
    await typeCode(page, second.urlCodeQr);
    await page.getByRole('button', { name: 'Cobrar $7,500' }).click();
    await seeVerdict(page, 'Aceptada sin conexión');
    await expect(page.getByText('Entregue el producto')).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => balanceOf(market, second.uuid), { timeout: 40_000 }).toBe(33_500);
    expect(await balanceOf(market, first.uuid)).toBe(0);
  });

  test('sin conexión desde el principio, cada código da hasta su límite', async () => {
    const { market } = day;
    const device = await day.open(devices.phone, { installs: true });
    const { page, context } = device;
    await enrol(page, 'Tableta 10', people.otherStall);
    const [first, second] = [
      await topUp(market, 22_500, '71984214'),
      await topUp(market, 41_000, '71984215'),
    ];
    await page.reload();
    await offline(device);
    await find(page, first.urlCodeQr);
    await typeAmount(page, 30_000);
    await completeSale(page);
    await seeVerdict(page, 'Aceptada sin conexión');
    await expect(page.getByText('Faltan $7,500: no entregue todavía')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leer otro código' }).click();
    await typeCode(page, second.urlCodeQr);
    await page.getByRole('button', { name: 'Cobrar $7,500' }).click();
    await seeVerdict(page, 'Aceptada sin conexión');
    await page.goto('/dashboard/pendientes');
    await context.setOffline(false);
    await expect(page.getByText('Pagada', { exact: true })).toHaveCount(2, { timeout: 40_000 });
    expect([await balanceOf(market, first.uuid), await balanceOf(market, second.uuid)]).toEqual([0, 33_500]);
  });
}

/** "Corregir": the purchase is voided whole, and the same voucher pays the right amount. */
export function correction(day: HardDay): void {
  test('un monto equivocado se corrige en tres toques y el monto nuevo', async () => {
    const { market } = day;
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.stall);
    const { uuid, urlCodeQr } = await topUp(market, 40_000, '71984216');
    await (await prepareSale(page, uuid, 12_500)).click();
    await seeVerdict(page, 'Pagado');
    await page.getByRole('button', { name: 'Corregir' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, anular $12,500' }).click();
    await expect(page.getByText('Anulada la venta de $12,500.')).toBeVisible();
    const amount = page.getByLabel('Monto de la compra');
    await expect(amount).toHaveValue('$12,500');
    expect(
      await amount.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]),
    ).toEqual([0, 7]);
    expect(await barriers(page)).toEqual([]);
    expect(await balanceOf(market, uuid)).toBe(40_000);
    await typeAmount(page, 9_000);
    await page.getByRole('button', { name: 'Cobrar $9,000' }).click();
    await seeVerdict(page, 'Pagado');
    expect(await balanceOf(market, uuid)).toBe(31_000);
    const { page: phone } = await day.open({ width: 360, height: 740 });
    await phone.goto(urlCodeQr);
    await phone.getByRole('button', { name: 'Mis compras' }).click();
    await expect(phone.getByRole('listitem').filter({ hasText: '$12,500' })).toContainText('Anulada');
  });

  test('si la respuesta se pierde, se pregunta otra vez y se anula una sola vez', async () => {
    const { market } = day;
    const { page } = await day.open(devices.phone);
    await signIn(page, people.stall);
    const { uuid } = await topUp(market, 40_000, '71984217');
    await (await prepareSale(page, uuid, 12_500)).click();
    await seeVerdict(page, 'Pagado');
    // The server voids it, and its answer is lost.
    await page.route(
      '**/shopping/void',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Corregir' }).click();
    await page.getByRole('button', { name: 'Sí, anular $12,500' }).click();
    await page.getByRole('button', { name: 'Intentar otra vez' }).click();
    await expect(page.getByText('Anulada la venta de $12,500.')).toBeVisible();
    await page.getByRole('button', { name: 'Cobrar $12,500' }).click();
    await seeVerdict(page, 'Pagado');
    expect(await balanceOf(market, uuid)).toBe(27_500);
  });

  test('si la conexión se corta después de anular, queda anulada y la pantalla lo dice', async () => {
    const { market } = day;
    const { page, context } = await day.open(devices.phone);
    await signIn(page, people.stall);
    const { uuid } = await topUp(market, 40_000, '71984218');
    await (await prepareSale(page, uuid, 12_500)).click();
    await seeVerdict(page, 'Pagado');
    await page.getByRole('button', { name: 'Corregir' }).click();
    await page.getByRole('button', { name: 'Sí, anular $12,500' }).click();
    await page.getByText('Anulada la venta de $12,500.').waitFor();
    await context.setOffline(true);
    await typeAmount(page, 9_000);
    await expect(page.getByText('Anulada la venta de $12,500.')).toBeVisible();
    await page.getByRole('button', { name: 'Cobrar $9,000' }).click();
    await seeVerdict(page, 'Pendiente de confirmar');
    expect(await balanceOf(market, uuid)).toBe(40_000);
    await context.setOffline(false);
    await expect.poll(() => balanceOf(market, uuid), { timeout: 40_000 }).toBe(31_000);
  });
}

import type { Page } from '@playwright/test';
import { test } from 'vitest';
import type { Till } from '#src/contract/cash/till.ts';
import type { TopUpPage } from '#src/contract/topups/schemas.ts';
import type { RefundablePage } from '#src/contract/vouchers/refund.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { askAs, people, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf, completePurchase, preparePurchase, seeVerdict } from './stall-purchase.ts';
import { typeAmount, typeCode } from './stall-without-link.ts';

const money = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

/** One market's hard day: what was mistyped is corrected, and in the evening it closes. */
const day = openDay({ VOUCHER_DAYS: '365' });

/** First, because it counts all tills. */
test('500,000 por 50,000 se corrige antes de que el cliente se vaya', async () => {
  const { page } = await day.enrolled('Caja 1', people.topUpPoint, devices.kiosk);
  await page.goto('/dashboard/puntos-de-recarga/create');
  await register(page, 'Luz Marina Ospina', '24684521');
  await charge(page, 500_000);
  await page.getByText('Código creado correctamente').waitFor();
  await undo(page, '$500,000');
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Recargar bien' }).click();
  await charge(page, 50_000);
  await page.getByText('Código creado correctamente').waitFor();
  expect(await till()).toBe(50_000);
  expect((await topUps()).map(({ monto, state }) => [monto, state])).toEqual([
    [50_000, 'ACTIVE'],
    [500_000, 'VOIDED'],
  ]);

  // And from the till's list, that one too.
  await page.goto('/dashboard/caja');
  await page.getByRole('button', { name: 'Anular la recarga de $50,000 de Luz Marina Ospina' }).click();
  await page.getByRole('button', { name: 'Otra persona' }).click();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sí, anular $50,000' }).click();
  await expect(page.getByText('Devuelva $50,000')).toBeVisible();
  await page.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByText('Anulado', { exact: true }).first()).toBeVisible();
  expect(await till()).toBe(0);
});

test('un monto equivocado se corrige en tres toques y el monto nuevo', async () => {
  const { market } = day;
  const { page } = await day.open(devices.tablet, people.stall);
  const { uuid, urlCodeQr } = await topUp(market, 40_000, '71984216');
  await (await preparePurchase(page, uuid, 12_500)).click();
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

/** Two purchases, one after the other, when a voucher holds less than the price. */
test('lo que falta lo pone otro código: tres toques, dos compras', async () => {
  const { market } = day;
  const { page } = await day.open(devices.tablet, people.stall);
  const first = await topUp(market, 22_500, '52864402');
  const second = crypto.randomUUID();
  const command = { monto: 41_000, uuid: second, clientId: first.clientId };
  await askAs(market, people.topUpPoint, '/code-qr/create-recharger', command);
  await preparePurchase(page, first.uuid, 60_000);
  await completePurchase(page);
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

/** Every owner of a balance gets it back and signs. */
test('un mercado cierra y devuelve el saldo a 14 clientes, con motivo y recibo para firmar', async () => {
  const { market } = day;
  const refundable = async () =>
    (await askAs<RefundablePage>(market, people.market, '/cash/refundable?limit=100')).items;
  const last = await topUp(market, 14_000, 'cierre-0');
  const holders = async () => new Set((await refundable()).map(({ clientId }) => clientId)).size;
  for (let n = 1; (await holders()) < 14; n += 1) await topUp(market, 1_000 * n, `cierre-${n}`);
  const papers = await refundable();
  const sum = money(papers.reduce((all, { monto }) => all + monto, 0));
  const { page } = await day.open(devices.tablet, people.market);
  await page.goto('/dashboard/ajustes');
  await page.getByText('Topes y reglas').click();
  await page.getByLabel('El mercado devuelve saldos en efectivo, cuando él lo decide').check();
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await page.getByText('Ajustes guardados').waitFor();

  await page.goto('/dashboard/caja');
  await page.getByRole('group', { name: 'Secciones de caja' }).getByRole('button', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Devoluciones' }).click();
  await page.getByLabel('Marcar los que se ven').check();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: `Devolver ${sum}` }).click();
  await page.getByRole('button', { name: 'Cierre del mercado' }).click();
  await expect(page.getByText('14 personas')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: `Sí, devolver ${sum}` }).click();
  await expect(page.getByText(`Entregue ${sum}`)).toBeVisible();
  await expect(page.getByText(`D-00001 – D-${String(papers.length).padStart(5, '0')}`)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Imprimir para firmar' }).click();
  await expect(page.getByText('Firma o huella')).toHaveCount(papers.length);
  await expect(page.getByText('Cierre del mercado')).toHaveCount(papers.length);
  await expect(page.getByText('catorce mil pesos')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(await balanceOf(market, last.uuid)).toBe(0);

  // The customer's page shows the result.
  await page.goto(last.urlCodeQr);
  await expect(page.getByText(/Se le devolvió en efectivo lo que quedaba/)).toBeVisible();
});

async function register(page: Page, name: string, number: string): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Identificación', { exact: true }).fill(number);
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
}

async function charge(page: Page, amount: number): Promise<void> {
  await page.getByLabel('Monto de la recarga').fill(String(amount));
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
}

/** Three taps: the way back, the reason, and the confirmation. */
async function undo(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Anular recarga' }).click();
  await page.getByRole('button', { name: 'Monto equivocado' }).click();
  await page.getByRole('button', { name: `Sí, anular ${amount}` }).click();
  await expect(page.getByText(`Devuelva ${amount}`)).toBeVisible();
  await expect(page.getByText('Recarga anulada')).toBeVisible();
}

async function till(): Promise<number> {
  const tills = await askAs<Till[]>(day.market, people.market, '/cash/tills');
  return tills.reduce((sum, { expected }) => sum + expected, 0);
}

async function topUps(): Promise<TopUpPage['items']> {
  return (await askAs<TopUpPage>(day.market, people.market, '/code-qr/list')).items;
}

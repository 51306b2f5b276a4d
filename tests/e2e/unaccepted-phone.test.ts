import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { buy, people, stallNames, tokenOf, topUp } from './market-people.ts';
import { type Device, devices, installed, type Manner, openDevice, signIn, visiting } from './open-device.ts';
import { balanceOf, purchasesOf, readCode, seeVerdict } from './stall-purchase.ts';

const { market, browser } = marketForPages();

afterAll(async () => {
  expect((await market.audit()).total).toBe(0);
});

const letStallRead = { name: 'Mejor que el estante lea mi código' } as const;
type Voucher = Awaited<ReturnType<typeof topUp>>;

/** A phone with a voucher of 40,000, $7,000 typed for Doña Rosalba, and everything loaded for a purchase. */
async function readyToBuy(document: string, manner: Manner): Promise<Device & { voucher: Voucher }> {
  const voucher = await topUp(market, 40_000, document);
  const device = await openDevice(browser, market, { width: 360, height: 740 }, manner);
  const { page } = device;
  await typePurchase(page, voucher);
  if (manner.installs !== false) await installed(page, 'later');
  return { ...device, voucher };
}

async function typePurchase(page: Page, voucher: Voucher): Promise<void> {
  await page.goto(voucher.urlCodeQr);
  await page.getByRole('button', { name: `Escoger ${stallNames.stall}` }).click();
  await page.getByLabel('Monto de la compra').fill('7000');
  await page.waitForLoadState('networkidle');
}

const tapBuy = (page: Page) => page.getByRole('button', { name: 'Comprar', exact: true }).click();
const seePending = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Pendiente de confirmar' })).toBeVisible();

/** The server gets the purchase, and the link is gone before its answer. */
const loseAnswer = ({ page, context }: Device) =>
  page.route('**/shopping/create', async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });

/** The link is back, and this phone has nothing left to send. */
async function comeBack(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(false);
  const read = page.waitForResponse((response) => response.url().includes('/code-qr/search/'));
  await page.getByRole('button', { name: 'Volver a mi saldo' }).click();
  await read;
  await expect(page.getByText('$33,000').first()).toBeVisible();
}

test('se pierde la respuesta: el celular no muestra el código, pregunta, y la compra que sí se hizo queda pagada', async () => {
  const phone = await readyToBuy('7002', visiting);
  const { page, context, complaints, voucher } = phone;
  await loseAnswer(phone);
  await tapBuy(page);
  await seePending(page);
  await page.getByRole('button', letStallRead).click();
  await expect(page.getByText('Puede que ya se haya cobrado.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Su código' })).toHaveCount(0);
  await expect(page.getByRole('button', letStallRead)).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Pagado' })).toBeVisible({ timeout: 30_000 });
  expect([await balanceOf(market, voucher.uuid), await purchasesOf(market, voucher)]).toEqual([33_000, 1]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('la otra pestaña no compra otra vez, y la despedida dice lo pendiente mientras lo está', async () => {
  const phone = await readyToBuy('7004', {});
  const { page, context, voucher } = phone;
  const other = await context.newPage();
  await typePurchase(other, voucher);
  await loseAnswer(phone);
  await tapBuy(page);
  await seePending(page);
  await tapBuy(other);
  await seePending(other);
  await other.getByRole('button', { name: 'Salir' }).last().click();
  await expect(other.getByRole('heading', { name: 'Su compra sigue pendiente' })).toBeVisible();
  await page.unroute('**/shopping/create');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Pagado' })).toBeVisible({ timeout: 30_000 });
  await expect(other.getByRole('heading', { name: 'Su compra sigue pendiente' })).toHaveCount(0);
  expect([await balanceOf(market, voucher.uuid), await purchasesOf(market, voucher)]).toEqual([33_000, 1]);
  await context.close();
});

test('se pierde la respuesta y se entrega el papel: el estante ve que ya pagó antes de cobrar', async () => {
  const phone = await readyToBuy('7006', visiting);
  const { page, context, voucher } = phone;
  await loseAnswer(phone);
  await tapBuy(page);
  await seePending(page);
  const stall = await openDevice(browser, market, devices.tablet, visiting);
  await signIn(stall.page, people.stall);
  await readCode(stall.page, voucher.uuid);
  await seeVerdict(stall.page, 'Ya pagó');
  await expect(stall.page.getByText('$7,000').first()).toBeVisible();
  expect(await barriers(stall.page)).toEqual([]);
  await stall.page.getByRole('button', { name: 'Es otra compra: cobrar' }).click();
  await expect(stall.page.getByLabel('Monto de la compra')).toBeVisible();
  expect(await purchasesOf(market, voucher)).toBe(1);
  for (const each of [context, stall.context]) await each.close();
});

test('se abre otra vez sin conexión: lo primero es la compra abierta, y se puede retirar', async () => {
  const { page, context, voucher } = await readyToBuy('7003', {});
  await context.setOffline(true);
  await tapBuy(page);
  await seePending(page);
  await page.reload();
  await seePending(page);
  await expect(page.getByText('Puede comprar en el estante')).toHaveCount(0);
  await page.getByRole('button', letStallRead).click();
  // A page that was left while it sent holds the purchase for 30 s.
  await expect(page.getByRole('heading', { name: 'Muestre su código' })).toBeVisible({ timeout: 75_000 });
  // The stall scans the voucher and charges for the same goods.
  await buy(market, voucher, 7_000, { token: await tokenOf(market, people.stall) });
  await comeBack(context, page);
  expect([await balanceOf(market, voucher.uuid), await purchasesOf(market, voucher)]).toEqual([33_000, 1]);
  await context.close();
}, 120_000);

import type { Page } from '@playwright/test';
import { beforeAll, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { caller, password, people, stallNames, topUp } from './market-people.ts';
import { devices } from './open-device.ts';

const phone = { width: 360, height: 740 };

const day = openDay();
const { market } = day;

beforeAll(async () => {
  const [{ globalMarketId } = { globalMarketId: '' }] = await caller(market)<Stall[]>('/estantes');
  await caller(market)('/estantes/create-estantes', {
    email: 'yolanda@plaza.co',
    ownerName: 'Yolanda Cárdenas',
    phone: '3105550107',
    password,
    estanteName: 'Flores de Yolanda',
    globalMarketId,
  });
});

/** A purchase from the customer's own phone. */
async function buy(stallName: string, price: number): Promise<void> {
  const { uuid, clientId } = await topUp(market, 100_000, `cliente-${price}`);
  const stalls = await caller(market)<Stall[]>('/estantes');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stallName)?._id;
  await caller(market)('/shopping/create', { userId: clientId, estanteId, codeQrUuid: uuid, price });
}

/** Returns the board's figure with this name. */
function figure(page: Page, name: string) {
  return page.locator('dl > div').filter({ hasText: name });
}

test('el mercado ve su día, lo que falta por hacer, y quién vende más; sin recargar la página', async () => {
  const { page } = await day.open(phone, people.market);
  await expect(page.getByText('Hoy todavía no hay ventas')).toBeVisible();
  await expect(figure(page, 'Vendido')).toContainText('$0');
  await buy(stallNames.stall, 12_500);
  await buy(stallNames.otherStall, 4_000);
  await expect(figure(page, 'Vendido')).toContainText('$16,5002 compras');
  await expect(figure(page, 'Recargado')).toContainText('$200,0002 recargas');
  await expect(figure(page, 'Dinero en códigos')).toContainText('$183,500en 2 códigos');
  await expect(figure(page, 'Por pagar')).toContainText('$16,500a 2 estantes');
  const best = page.getByRole('list', { name: 'Más vendidos hoy' }).getByRole('listitem');
  await expect(best).toHaveText([`${stallNames.stall}$12,500`, `${stallNames.otherStall}$4,000`]);
  // Tall enough for everything: an element half under the zócalo is not too small, it can be scrolled to.
  await page.setViewportSize({ ...phone, height: 1800 });
  expect(await barriers(page)).toEqual([]);
});

test('lo que falta por hacer lleva a hacerlo, y hecho ya no está', async () => {
  const { page } = await day.open(devices.tablet, people.market);
  await expect(page.getByText('2 estantes · 1 punto de recarga')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Estantes 1' })).toBeVisible();
  await expect(page.getByText('Flores de Yolanda')).toBeVisible();
  await page.getByRole('link', { name: 'Revisar: 1 estante por aprobar' }).click();
  await expect(page.getByRole('button', { name: /^Pendientes/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Aprobar Flores de Yolanda' }).click();
  await expect(page.getByText('Flores de Yolanda: aprobado')).toBeVisible();
  const foot = page.getByRole('navigation', { name: 'Secciones' }).filter({ visible: true });
  await expect(foot.locator('[aria-current="page"]')).toHaveText('Estantes');
  await page.getByRole('link', { name: 'Inicio' }).last().click();
  await expect(page.getByText('3 estantes · 1 punto de recarga')).toBeVisible();
  await expect(page.getByText('por aprobar')).toHaveCount(0);
  await page.getByRole('link', { name: 'Pagar a 2 estantes' }).click();
  await expect(page.getByRole('button', { name: `Pagar a ${stallNames.stall}` })).toBeVisible();
});

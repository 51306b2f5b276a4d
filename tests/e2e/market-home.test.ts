import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { buy, people, stallNames, topUp } from './market-people.ts';

const phone = { width: 360, height: 740 };

const day = openDay();
const { market } = day;

async function buyAt(stall: string, price: number): Promise<void> {
  await buy(market, await topUp(market, 100_000, `cliente-${price}`), price, { stall });
}

/** Returns the board's figure with this name. */
function figure(page: Page, name: string) {
  return page.locator('dl > div').filter({ hasText: name });
}

test('el mercado ve su día, lo que falta por hacer, y quién vende más; sin recargar la página', async () => {
  const { page } = await day.open(phone, people.market);
  await expect(page.getByText('Hoy todavía no hay ventas')).toBeVisible();
  await expect(figure(page, 'Vendido')).toContainText('$0');
  await buyAt(stallNames.stall, 12_500);
  await buyAt(stallNames.otherStall, 4_000);
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

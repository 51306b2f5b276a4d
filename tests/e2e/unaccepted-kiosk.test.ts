import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { people, topUp } from './market-people.ts';
import { devices } from './open-device.ts';

const day = openDay();
const { market } = day;

const topUpsOf = (customerId: string): Promise<number> =>
  market.withDatabase(async (database) => {
    const text = 'select count(*)::int as count from top_up where customer_id = $1';
    return (await database.query<{ count: number }>({ text, values: [customerId] })).rows[0]?.count ?? -1;
  });

test('el punto sin registrar guarda el efectivo aparte, lo devuelve, y solo la otra recarga existe', async () => {
  const { clientId } = await topUp(market, 1_000, '8003');
  const { page, context } = await day.open(devices.kiosk, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  await findCustomer(page, '8003');
  await page.getByLabel('Monto de la recarga').fill('31000');
  // Everything that it places and shows is loaded with the customer.
  await page.waitForFunction(hasMoneyDatabase);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(page.getByText('Guarde el efectivo aparte. No hay papel todavía.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Devolví el efectivo: retirar la recarga' }).click();
  await expect(page.getByRole('heading', { name: 'Recarga anulada' })).toBeVisible();
  await page.getByRole('button', { name: 'Recargar bien' }).click();
  // The same customer again; the cash stays this time.
  await page.getByLabel('Monto de la recarga').fill('20000');
  await page.getByRole('button', { name: 'Recargar', exact: true }).click();
  await expect(page.getByText('Guarde el efectivo aparte. No hay papel todavía.')).toBeVisible();
  const next = page.getByRole('button', { name: 'Nueva Recarga' });
  // On a phone it is in the band at the foot, as after a paid top-up.
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(next).toBeInViewport({ ratio: 1 });
  const { y, height } = (await next.boundingBox()) ?? { y: 0, height: 0 };
  expect(740 - y - height).toBeLessThan(32);
  if (usual) await page.setViewportSize(usual);
  await next.click();
  await context.setOffline(false);
  await page.goto('/dashboard/pendientes');
  const confirmed = page.getByRole('listitem').filter({ hasText: '$20,000' });
  await expect(confirmed).toContainText('Confirmada', { timeout: 30_000 });
  await expect(page.getByRole('listitem').filter({ hasText: '$31,000' })).not.toContainText('Confirmada');
  await confirmed.getByRole('button', { name: 'Imprimir' }).click();
  const paper = page.getByRole('dialog', { name: 'Imprimir' });
  await expect(paper.getByRole('img', { name: /Código QR de/ })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  // The one of 1,000 that made the customer known, and one more.
  expect(await topUpsOf(clientId)).toBe(2);
});

async function findCustomer(page: Page, document: string): Promise<void> {
  const search = page.getByLabel('Correo o identificación');
  await search.fill(document);
  await search.press('Enter');
  await expect(page.getByText('en 1 código')).toBeVisible();
}

/** Runs in the page. */
async function hasMoneyDatabase(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === 'mercado-dinero');
}

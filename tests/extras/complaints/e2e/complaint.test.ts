import { describe, test } from 'vitest';
import { barriers } from '#tests/e2e/barriers.ts';
import { openHardDay } from '#tests/e2e/hard-day/day.ts';
import { people, stallNames, topUp } from '#tests/e2e/market-people.ts';
import { devices, signIn } from '#tests/e2e/open-device.ts';
import { balanceOf } from '#tests/e2e/stall-sale.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

/** A customer objects to a sale, and reads the answer. */
describe('un reclamo', () => {
  const day = openHardDay();

  test('un cliente dice que una compra no es suya; el estante cuenta su versión, el mercado devuelve y el cliente lo lee', async () => {
    const { market } = day;
    const { urlCodeQr, uuid } = await topUp(market, 50_000, '52864401');
    const { page } = await day.open({ width: 360, height: 740 });
    await page.goto(urlCodeQr);
    await page.getByRole('button', { name: `Escoger ${stallNames.stall}` }).click();
    await page.getByLabel('Monto de la compra').fill('8500');
    await page.getByRole('button', { name: 'Comprar', exact: true }).click();
    await page.getByRole('button', { name: 'Seguir Comprando' }).click();
    await page.getByRole('button', { name: 'Mis compras' }).click();
    await page.getByRole('button', { name: 'Esta compra no es mía' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Yo no compré ahí').check();
    await page.getByLabel('Cuente más, si quiere').fill('Ese día yo estaba en Guasca.');
    await page.getByRole('button', { name: 'Enviar reclamo' }).click();
    await expect(page.getByText('Reclamo R-0001')).toBeVisible();
    // A form inside the form of the purchase once sent that one instead, and the page lost its code.
    expect(page.url()).toContain(uuid);

    const stall = await day.open(devices.tablet);
    await signIn(stall.page, people.stall);
    await stall.page.goto('/dashboard/reclamos');
    await stall.page.getByRole('button', { name: 'Ver R-0001' }).click();
    await expect(stall.page.getByText('Compró desde el enlace del papel, en un teléfono.')).toBeVisible();
    await stall.page.getByLabel('Su versión').fill('Vino una señora con el papel en la mano.');
    await stall.page.getByRole('button', { name: 'Escribir al mercado' }).click();
    await expect(stall.page.getByText('Enviado al mercado')).toBeVisible();

    const office = await day.open(devices.kiosk);
    await signIn(office.page, people.market);
    await expect(office.page.getByText('1 reclamo por responder')).toBeVisible();
    await office.page.goto('/dashboard/ventas');
    await office.page.getByRole('link', { name: 'Reclamos' }).click();
    await expect(office.page.getByRole('heading', { name: 'Reclamos', level: 1 })).toBeVisible();
    const sections = office.page.getByRole('navigation', { name: 'Secciones' }).locator('visible=true');
    await expect(sections.locator('[aria-current="page"]')).toHaveText('Ventas');
    await office.page.getByRole('button', { name: 'Ver R-0001' }).click();
    await expect(office.page.getByText('Vino una señora con el papel en la mano.')).toBeVisible();
    await office.page.getByLabel('Devolver una parte').check();
    await office.page.getByLabel('Cuánto devolver').fill('4000');
    await office.page.getByLabel('Palabras para el cliente').fill('Le devolvemos lo que no llevó.');
    expect(await barriers(office.page)).toEqual([]);
    await office.page.getByRole('button', { name: 'Devolver $4,000' }).click();
    await office.page.getByRole('button', { name: 'Sí, responder' }).click();
    await expect(office.page.getByText('Se devolvió una parte').first()).toBeVisible();
    expect(await balanceOf(market, uuid)).toBe(45_500);

    await page.reload();
    await page.getByRole('button', { name: 'Mis compras' }).click();
    await expect(page.getByText('Reclamo R-0001: Le devolvieron una parte')).toBeVisible();
    await expect(page.getByText('Pagó $8,500. Queda pagado $4,500.')).toBeVisible();
    await expect(page.getByText('«Le devolvemos lo que no llevó.»')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
});

import { test } from 'vitest';
import type { RefundablePage } from '#src/contract/vouchers/refund.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from '../barriers.ts';
import { askAs, people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import { balanceOf } from '../stall-sale.ts';
import type { HardDay } from './day.ts';

const money = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

/** The end of a market: every owner of a balance gets it back and signs. */
export function marketCloses(day: HardDay): void {
  test('un mercado cierra y devuelve el saldo a 14 clientes, con motivo y recibo para firmar', async () => {
    const { market } = day;
    const refundable = async () =>
      (await askAs<RefundablePage>(market, people.market, '/cash/refundable?limit=100')).items;
    const last = await topUp(market, 14_000, 'cierre-0');
    const holders = async () => new Set((await refundable()).map(({ clientId }) => clientId)).size;
    for (let n = 1; (await holders()) < 14; n += 1) await topUp(market, 1_000 * n, `cierre-${n}`);
    const papers = await refundable();
    const sum = money(papers.reduce((all, { monto }) => all + monto, 0));
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.market);
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
}

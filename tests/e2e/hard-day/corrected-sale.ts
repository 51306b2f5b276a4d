import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import { balanceOf, prepareSale, seeVerdict } from '../stall-sale.ts';
import type { HardDay } from './day.ts';

/** A wrong sale is corrected in part, and the customer sees the old and the new amount. */
export function correctedSale(day: HardDay): void {
  test('20,000 cobrados por 12,000 se corrigen, y el cliente ve antes y después', async () => {
    const { uuid, urlCodeQr } = await topUp(day.market, 30_000, '52864403');
    const { page } = await day.open(devices.tablet);
    await signIn(page, people.stall);
    await (await prepareSale(page, uuid, 20_000)).click();
    await seeVerdict(page, 'Pagado');
    await page.getByRole('button', { name: 'Anular', exact: true }).click();
    await page.getByRole('button', { name: 'Una parte' }).click();
    const dialog = page.getByRole('dialog');
    for (const key of ['8', '000']) await dialog.getByRole('button', { name: key, exact: true }).click();
    await expect(dialog).toContainText('La compra queda en $12,000');
    await page.getByRole('button', { name: 'Monto equivocado' }).click();
    await page.getByRole('button', { name: 'Sí, anular $8,000' }).click();
    await expect.poll(() => balanceOf(day.market, uuid)).toBe(18_000);
    const { page: phone } = await day.open({ width: 360, height: 740 });
    await phone.goto(urlCodeQr);
    await phone.getByRole('button', { name: 'Mis compras' }).click();
    await expect(phone.getByText('Compra $20,000 · le devolvieron $8,000 · quedó en $12,000')).toBeVisible();
  });
}

import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { people, topUp } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import { openCustomer, type HardDay } from './day.ts';

/** An old voucher shows its expiry, that it has expired, and where the rest went. */
export function endedPaper(day: HardDay): void {
  test('un papel dice cuándo vence; vencido, lo dice, y a dónde fue lo que quedaba', async () => {
    const { uuid, urlCodeQr } = await topUp(day.market, 9_000, '52864413');
    const { page: phone } = await day.open({ width: 360, height: 740 });
    await phone.goto(urlCodeQr);
    await expect(phone.getByText(/Vigente hasta/)).toBeVisible();
    // A voucher expires by the database's clock, which no one sets.
    await day.market.withDatabase((database) =>
      database.query({
        text: "update voucher set expires_at = now() - interval '1 hour' where id = $1",
        values: [uuid],
      }),
    );
    await phone.reload();
    await expect(phone.getByText('Este código ya no paga')).toBeVisible();
    await expect(
      phone.getByText('Lo que quedaba, $9,000, pasa al mercado, como dice el papel.'),
    ).toBeVisible();
    const { page } = await day.open(devices.kiosk);
    await signIn(page, people.market);
    await openCustomer(page, '52864413', 'Luz Marina Ospina');
    await page.getByRole('button', { name: /^Vencer/ }).click();
    await expect(page.getByText('Los $9,000 quedan para el mercado.')).toBeVisible();
    await page.getByRole('button', { name: 'Sí, vencer $9,000' }).click();
    await expect(page.getByRole('button', { name: /^Vencer/ })).toHaveCount(0);
    await phone.reload();
    await expect(
      phone.getByText('Los $9,000 que quedaban pasaron al mercado, como dice el papel.'),
    ).toBeVisible();
  });
}

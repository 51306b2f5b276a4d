import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { barriers } from '#tests/e2e/barriers.ts';
import { openCustomer, openDay } from '#tests/e2e/day.ts';
import { buy, people, topUp } from '#tests/e2e/market-people.ts';
import { devices } from '#tests/e2e/open-device.ts';
import { balanceOf } from '#tests/e2e/stall-purchase.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

describe('los datos de un cliente', () => {
  const day = openDay({ VOUCHER_DAYS: '365' });

  test('la política de datos del mercado se lee sin cuenta, también antes de registrarse', async () => {
    const office = await day.open(devices.kiosk, people.market);
    await office.page.goto('/dashboard/ajustes');
    const link = office.page.getByRole('link', { name: 'Ver la página pública' });
    const path = (await link.getAttribute('href')) ?? '';
    const { page } = await day.open(devices.phone);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: /^Política de datos de/ })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/register');
    await page.getByLabel('Tipo de usuario').selectOption({ label: 'Usuario' });
    await page.getByRole('link', { name: 'Ver la política de datos' }).click();
    await expect(page.getByRole('heading', { name: 'Política de datos', exact: true })).toBeVisible();
  });

  test('alguien pide todo lo que se guarda de sí, lo recibe, y es olvidado sin que las cuentas cambien', async () => {
    const { market } = day;
    const voucher = await topUp(market, 7_000, '71984299');
    await buy(market, voucher, 7_000);
    expect(await balanceOf(market, voucher.uuid)).toBe(0);
    // The position of the day sums depends on the timer, and not on the ledger.
    const ledger = async () => ({ ...(await market.audit()), folded: 0 });
    const before = await ledger();
    const { page } = await day.open(devices.kiosk, people.market);
    await openCustomer(page, '71984299', 'Luz Marina Ospina');
    await page.getByRole('button', { name: 'Datos personales', exact: true }).click();
    await page.getByRole('button', { name: 'Ver lo que se guarda' }).click();
    await expect(page.getByRole('button', { name: 'Guardar archivo (JSON)' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Guardar archivo (JSON)' }).click();
    const kept = readFileSync(await (await coming).path(), 'utf8');
    expect(kept).toContain('71984299');
    expect(kept).toContain('7000');
    await page.getByRole('button', { name: 'Borrar sus datos' }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sí, borrar sus datos' }).click();
    await expect(page.getByText('Datos borrados')).toBeVisible();
    await page.goto('/dashboard/clientes');
    await page.getByLabel('Buscar por nombre').fill('71984299');
    await expect(page.getByRole('button', { name: 'Ver Luz Marina Ospina' })).toHaveCount(0);
    expect(await ledger()).toEqual(before);
  });
});

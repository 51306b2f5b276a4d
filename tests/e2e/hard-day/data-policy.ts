import { expect } from '#tests/support/browser/patient-expect.ts';
import { test } from 'vitest';
import { barriers } from '../barriers.ts';
import { people } from '../market-people.ts';
import { devices, signIn } from '../open-device.ts';
import type { HardDay } from './day.ts';

/** The market's public data policy, and consent to it before a registration. */
export function dataPolicy(day: HardDay): void {
  test('la política de datos del mercado se lee sin cuenta, y quien se registra por sí mismo la acepta antes', async () => {
    const office = await day.open(devices.kiosk);
    await signIn(office.page, people.market);
    await office.page.goto('/dashboard/ajustes');
    const link = office.page.getByRole('link', { name: 'Ver la página pública' });
    const path = (await link.getAttribute('href')) ?? '';
    const { page } = await day.open(devices.phone);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: /^Política de datos de/ })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/register');
    await page.getByLabel('Tipo de usuario').selectOption({ label: 'Usuario' });
    await page.getByLabel('Nombre', { exact: true }).fill('Ofelia Rincón');
    await page.getByLabel('Número de identificación', { exact: true }).fill('41.738.205');
    const consent = page.getByRole('checkbox');
    await expect(consent).not.toBeChecked();
    await page.getByRole('button', { name: 'Registrarse' }).click();
    await expect(page.getByText('Registro exitoso')).toHaveCount(0);
    await consent.check();
    await page.getByRole('button', { name: 'Registrarse' }).click();
    await expect(page.getByText('Registro exitoso')).toBeVisible();
  });
}

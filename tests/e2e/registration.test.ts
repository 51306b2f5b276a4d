import { expect as expectValue, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { marketForPages } from './market-for-pages.ts';
import { openDevice, devices, visiting } from './open-device.ts';

const { market, browser } = marketForPages({ hasPeople: false });

test('el registro sigue el orden de la especificación y dice antes qué contraseñas no sirven', async () => {
  const { page, context, complaints } = await openDevice(browser, market, devices.phone, visiting);
  await page.goto('/register');
  await page.getByLabel('Tipo de usuario').selectOption({ label: 'Proveedor' });
  expectValue(await page.locator('form label').allTextContents()).toEqual([
    'Nombre',
    'Tipo de usuario',
    'Correo electrónico',
    'Tipo de documento',
    'Número de identificación',
    'Número de teléfono',
    'Contraseña',
    'Confirmar contraseña',
  ]);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAccessibleDescription(/123456/);
  await page.getByLabel('Tipo de usuario').selectOption({ label: 'Usuario' });
  await expect(page.getByLabel('Número de identificación')).toHaveAccessibleDescription(/Revíselo bien/);
  expectValue(complaints).toEqual([]);
  await context.close();
});

test('quien se registra por sí mismo acepta antes que guarden sus datos', async () => {
  const { page, context } = await openDevice(browser, market, devices.phone, visiting);
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
  await context.close();
});

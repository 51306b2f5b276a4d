import type { Page } from '@playwright/test';
import { expect as expectValue, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { devices } from './open-device.ts';

const phone = deviceForSuite(marketForPages({ hasPeople: false }), devices.phone);

async function fillMarket(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Tipo de usuario').selectOption({ label: 'Mercado Global' });
  await page.getByLabel('Nombre', { exact: true }).fill('Nubia Cano');
  await page.getByLabel('Nombre del mercado global').fill('Plaza del Sur');
  await page.getByLabel('Correo electrónico').fill('sur@plaza.co');
  await page.getByLabel('Número de teléfono').fill('3105550101');
  await page.getByLabel('Contraseña', { exact: true }).fill('tres-ollas-y-un-bote');
  await page.getByLabel('Confirmar contraseña').fill('tres-ollas-y-un-bote');
}

test('el registro sigue el orden de la especificación y dice antes qué contraseñas no sirven', async () => {
  const { page } = phone;
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
});

test('quien se registra por sí mismo acepta antes que guarden sus datos', async () => {
  const { page } = phone;
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

test('un mensaje sin código se muestra tal cual, y solo un 201 es un registro', async () => {
  const { page } = phone;
  await fillMarket(page);
  const submit = page.getByRole('button', { name: 'Registrarse' });
  // One route for all of them: between two routes with one answer each, a request could reach the server.
  const answers = [
    { status: 400, json: { message: 'Mensaje cualquiera' } },
    { status: 200, json: { marketName: 'Plaza del Sur', globalMarketId: 'ABC234' } },
  ];
  await page.route('**/auth/create-market', (route) => {
    const next = answers.shift();
    return next === undefined ? route.continue() : route.fulfill(next);
  });

  await submit.click();
  await expect(page.getByText('Mensaje cualquiera')).toBeVisible();

  await submit.click();
  await expect(page.getByText('Ha ocurrido un error, comuniquese con el administrador.')).toBeVisible();

  await submit.click();
  await page.waitForURL('**/register/confirm');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForURL('**/login');
});

import type { Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { password, people, supplier } from './market-people.ts';
import { devices, openDevice, signIn, visiting } from './open-device.ts';

/** An empty installation: a market opens, step by step, by each person's actions on their own screens. */
const marketName = 'Plaza La Esperanza';
const stallName = 'Doña Rosalba';

const opened = marketForPages({ hasPeople: false });
const { market, browser } = opened;
const administration = deviceForSuite(opened, devices.kiosk);
const office = deviceForSuite(opened, devices.kiosk);
let code: string;

describe('el administrador', () => {
  test('se crea con el enlace del primer uso y entra', async () => {
    const { page } = administration;
    await page.goto('/primer-uso?token=de-otro-arranque');
    await expect(page.getByText('Ya se usó, o el servidor mostró uno más nuevo.')).toBeVisible();
    await page.goto(`/primer-uso?token=${market.setupToken}`);
    await fill(page, people.admin);
    await page.getByRole('button', { name: 'Crear' }).click();
    await page.waitForURL('**/login/administrador');
    await signIn(page, people.admin);
    expect(new URL(page.url()).pathname).toBe('/dashboard/home');
  });

  test('aprueba un mercado y un proveedor que se registraron solos', async () => {
    const stranger = await openDevice(browser, market, devices.phone, visiting);
    await register(stranger.page, 'Mercado Global', people.market, {
      'Nombre del mercado global': marketName,
    });
    await stranger.page.waitForURL('**/register/confirm');
    code = (await stranger.page.locator('output').textContent()) ?? '';
    expect(code).toMatch(/^[0-9A-Z]{6}$/);
    await expect(stranger.page.getByRole('link', { name: 'Avisar por WhatsApp' })).toBeVisible();
    await register(stranger.page, 'Proveedor', supplier, { 'Número de identificación': '900123456' });
    await expect(stranger.page.getByText('Registro exitoso')).toBeVisible();
    await expect(
      stranger.page.getByText('Falta un paso: la administración aprueba su cuenta.'),
    ).toBeVisible();
    await stranger.context.close();

    const { page } = administration;
    await page.goto('/dashboard/mercados-globales');
    await page.getByRole('button', { name: `Aprobar ${marketName}` }).click();
    await expect(page.getByText(`${marketName}: aprobado`)).toBeVisible();
    await page.getByRole('link', { name: 'Proveedores' }).first().click();
    await page.getByRole('button', { name: `Aprobar ${supplier.name}` }).click();
    await expect(page.getByText(`${supplier.name}: aprobado`)).toBeVisible();
  });
});

describe('el mercado', () => {
  test('aprueba el estante y el punto de recarga que se registraron con su código', async () => {
    const stranger = await openDevice(browser, market, devices.phone, visiting);
    const own = { 'Id del mercado global': code };
    await register(stranger.page, 'Estante', people.stall, { ...own, 'Nombre del estante': stallName });
    await expect(stranger.page.getByText('Registro exitoso')).toBeVisible();
    await expect(stranger.page.getByText(`Falta un paso: ${marketName} aprueba su cuenta.`)).toBeVisible();
    await register(stranger.page, 'Punto Recarga', people.topUpPoint, own);
    await expect(stranger.page.getByText('Registro exitoso')).toBeVisible();
    await stranger.context.close();

    const { page } = office;
    await signIn(page, people.market);
    await page.getByRole('link', { name: 'Estantes' }).first().click();
    await page.getByRole('button', { name: `Aprobar ${stallName}` }).click();
    await expect(page.getByText(`${stallName}: aprobado`)).toBeVisible();
    await page.getByRole('link', { name: 'Puntos de recarga' }).first().click();
    await page.getByRole('button', { name: `Aprobar ${people.topUpPoint.name}` }).click();
    await expect(page.getByText(`${people.topUpPoint.name}: aprobado`)).toBeVisible();
  });

  test('fija los límites sin conexión y los puntos', async () => {
    const { page } = office;
    await page.getByRole('button', { name: 'Más' }).click();
    await page.getByRole('link', { name: 'Dispositivos' }).click();
    await page.getByRole('button', { name: 'Cambiar límites' }).click();
    await page.getByLabel('Por código').fill('30000');
    await page.getByRole('button', { name: 'Guardar límites' }).click();
    await expect(page.getByText('Límites guardados')).toBeVisible();
    await expect(page.getByText('$30,000', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Más' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByLabel('Las compras dan puntos').check();
    await page.getByLabel('Un punto por cada').fill('500');
    await page.getByRole('button', { name: 'Guardar ajustes' }).click();
    await expect(page.getByText('Ajustes guardados')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Una compra de $5,000 da 10 puntos.')).toBeVisible();
  });
});

type Known = { readonly name: string; readonly email: string };

/** Name and contact data, and the password twice. */
async function fill(page: Page, { name, email }: Known): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Número de teléfono').fill('3105550101');
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill(password);
}

async function register(
  page: Page,
  userType: string,
  person: Known,
  more: Record<string, string>,
): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Tipo de usuario').selectOption({ label: userType });
  await fill(page, person);
  for (const [label, value] of Object.entries(more))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Registrarse' }).click();
}

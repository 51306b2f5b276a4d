import { base32nopad } from '@scure/base';
import { test } from 'vitest';
import { totpAt } from '#src/extras/second-factor/server/totp.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { openDay } from '#tests/e2e/day.ts';
import { password, people } from '#tests/e2e/market-people.ts';
import { devices } from '#tests/e2e/open-device.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

const day = openDay();

test('quien maneja el mercado pone un segundo paso, entra con él y con un código de repuesto', async () => {
  const { page } = await day.open(devices.phone, people.market);
  await page.goto('/dashboard/ajustes');
  await page.getByRole('button', { name: 'Poner segundo paso' }).click();
  await page.getByLabel('Su contraseña').fill(password);
  await page.getByRole('button', { name: 'Seguir' }).click();
  await page.getByRole('img', { name: 'Código QR para la aplicación de códigos' }).waitFor();
  const typed = (await page.getByRole('code').first().innerText()).replaceAll(' ', '');
  const secret = base32nopad.decode(typed);
  const codeNow = () => totpAt(secret, Math.floor(Date.now() / 30_000));
  expect(await barriers(page)).toEqual([]);
  const used = codeNow();
  await page.getByLabel('Código', { exact: true }).fill(used);
  await page.getByRole('button', { name: 'Poner', exact: true }).click();
  await page.getByRole('heading', { name: 'Guarde estos códigos' }).waitFor();
  const [recovery = ''] = await page.getByRole('code').allInnerTexts();
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await page.getByText('Está puesto. Le quedan 8 códigos de repuesto.').waitFor();

  const other = await day.open(devices.tablet);
  await other.page.goto('/login');
  await other.page.getByLabel('Correo electrónico').fill(people.market.email);
  await other.page.getByLabel('Tipo de usuario').selectOption({ label: 'Mercado Global' });
  await other.page.getByLabel('Contraseña', { exact: true }).fill(password);
  await other.page.getByRole('button', { name: 'Ingresar' }).click();
  await other.page.getByLabel('Código').fill(used);
  await other.page.getByRole('button', { name: 'Entrar' }).click();
  await expect(other.page.getByText('El código no es correcto o ya se usó.')).toBeVisible();
  expect(await barriers(other.page)).toEqual([]);
  await other.page.getByLabel('Código').fill(recovery);
  await other.page.getByRole('button', { name: 'Entrar' }).click();
  await other.page.waitForURL('**/dashboard/home');
});

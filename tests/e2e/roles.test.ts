import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { marketForPages } from './market-for-pages.ts';
import { people } from './market-people.ts';
import { devices, openDevice, signIn, visiting } from './open-device.ts';

const { market, browser } = marketForPages();

const pages = ['escanear', 'puntos-de-recarga/create', 'caja', 'mercados-globales', 'auditoria'];

test.each([
  { name: 'un estante', person: people.stall, own: ['escanear', 'caja'] },
  { name: 'un punto de recarga', person: people.topUpPoint, own: ['puntos-de-recarga/create', 'caja'] },
  { name: 'un mercado', person: people.market, own: ['caja', 'auditoria', 'mercados-globales'] },
  { name: 'el administrador', person: people.admin, own: ['mercados-globales', 'auditoria'] },
])('$name abre sus páginas, y de las demás se le dice de quién son', async ({ person, own }) => {
  const { page, context, complaints } = await openDevice(browser, market, devices.tablet, visiting);
  await signIn(page, person);
  const others = page.getByRole('heading', { name: 'Esta página no es de su cuenta' });
  for (const path of pages) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(others).toHaveCount(own.includes(path) ? 0 : 1);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('sin sesión ninguna página de la plaza se abre: se pide ingresar', async () => {
  const { page, context } = await openDevice(browser, market, devices.tablet, visiting);
  for (const path of pages) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
  }
  await context.close();
});

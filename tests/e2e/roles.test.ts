import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { openDay } from './day.ts';
import { people } from './market-people.ts';
import { devices } from './open-device.ts';

const day = openDay();

const pages = ['escanear', 'puntos-de-recarga/create', 'caja', 'mercados-globales', 'auditoria'];

test.each([
  { name: 'un estante', person: people.stall, own: ['escanear', 'caja'] },
  { name: 'un punto de recarga', person: people.topUpPoint, own: ['puntos-de-recarga/create', 'caja'] },
  { name: 'un mercado', person: people.market, own: ['caja', 'auditoria', 'mercados-globales'] },
  { name: 'el administrador', person: people.admin, own: ['mercados-globales', 'auditoria'] },
])('$name abre sus páginas, y de las demás se le dice de quién son', async ({ person, own }) => {
  const { page } = await day.open(devices.tablet, person);
  const others = page.getByRole('heading', { name: 'Esta página no es de su cuenta' });
  for (const path of pages) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(others).toHaveCount(own.includes(path) ? 0 : 1);
  }
});

test('sin sesión ninguna página de la plaza se abre: se pide ingresar', async () => {
  const { page } = await day.open(devices.tablet);
  for (const path of pages) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
  }
});

import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { deviceForSuite } from './day.ts';
import { marketForPages } from './market-for-pages.ts';
import { people } from './market-people.ts';
import { devices, installed } from './open-device.ts';

const tablet = deviceForSuite(marketForPages(), devices.tablet, people.stall, {});

test('un estante guarda el manual en su tableta y lo lee sin conexión', async () => {
  const { page, context } = tablet;
  await installed(page);
  await page.goto('/dashboard/ayuda');
  await page.getByRole('button', { name: /^Guardarlo aquí \(\d,\d MB\)$/ }).click();
  await expect(page.getByText('El manual está guardado en este equipo.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir el manual' })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  const [manual] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Cobrar en el estante' }).click(),
  ]);
  await expect(manual.getByRole('heading', { name: 'Cobrar en el estante' })).toBeVisible();

  await context.setOffline(true);
  await manual.reload();
  await expect(manual.getByRole('heading', { name: 'Cobrar en el estante' })).toBeVisible();
  await expect
    .poll(() => manual.locator('main img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(300);
  expect(await barriers(manual)).toEqual([]);
  await manual.getByRole('link', { name: 'Todo el manual' }).click();
  await manual.getByRole('link', { name: 'Cobrar sin conexión' }).click();
  await expect(manual.getByRole('heading', { name: 'Cobrar sin conexión' })).toBeVisible();
});

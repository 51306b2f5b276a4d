import { test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { caller, people, stallNames, topUp } from './market-people.ts';
import { moveClock } from './move-clock.ts';
import { signIn } from './open-device.ts';
import { preparePurchase, seeVerdict } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

const threeDaysMs = 3 * 86_400_000;

test('con el reloj tres días atrasado el día es el del mercado, y se dice que la fecha está mal', async () => {
  const { uuid, clientId } = await topUp(market, 40_000, '8201');
  const stalls = await caller(market)<Stall[]>('/estantes');
  const estanteId = stalls.find(({ estanteName }) => estanteName === stallNames.stall)?._id;
  await caller(market)('/shopping/create', { userId: clientId, codeQrUuid: uuid, estanteId, price: 9_000 });
  const { page } = await day.open({ width: 360, height: 740 });
  await page.addInitScript(moveClock, -threeDaysMs);
  await signIn(page, people.stall);
  const told = page.getByText(/^La fecha de este equipo está mal: dice \S+ \d+, es \S+ \d+\.$/);
  await expect(told).toBeVisible();
  // Today's sale, of another device, and not those of three days ago.
  await expect(page.getByText('$9,000').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const other = await topUp(market, 20_000, '8202');
  await (await preparePurchase(page, other.uuid, 7_000)).click();
  await seeVerdict(page, 'Pagado');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Última venta' })).toContainText('$7,000');
  await page.goto('/dashboard/ventas');
  await expect(page.getByText('$16,000').first()).toBeVisible();
  // Without a link the page still knows the time.
  await page.context().route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(told).toBeVisible();
});

import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { buy, people, topUp } from './market-people.ts';
import { moveClock } from './move-clock.ts';
import { signIn } from './open-device.ts';
import { balanceOf, preparePurchase, seeVerdict } from './stall-purchase.ts';

const day = openDay();
const { market } = day;

const threeDaysMs = 3 * 86_400_000;

test('con el reloj tres días atrasado el día es el del mercado, y se dice que la fecha está mal', async () => {
  await buy(market, await topUp(market, 40_000, '8201'), 9_000);
  const { page } = await day.open({ width: 360, height: 740 });
  await page.addInitScript(moveClock, -threeDaysMs);
  await page.addInitScript(() => {
    const every = window.setInterval;
    // Timers of a minute run each second.
    const sooner = (work: () => void, ms?: number) => every(work, ms === 60_000 ? 1_000 : ms);
    window.setInterval = sooner as typeof window.setInterval;
  });
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
  const last = page.getByRole('region', { name: 'Última venta' });
  await expect(last).toContainText('$7,000');
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.goto('/dashboard/ventas');
  await expect(page.getByText('$16,000').first()).toBeVisible();
  // A void is of the market's day too.
  await page.goto('/dashboard/escanear');
  await last.getByRole('button', { name: 'Anular' }).click();
  await page.getByRole('button', { name: 'Monto equivocado' }).click();
  await page.getByRole('button', { name: 'Sí, anular $7,000' }).click();
  await expect(last).toContainText('Anulada');
  await expect(last.getByRole('button', { name: 'Anular' })).toHaveCount(0);
  expect(await balanceOf(market, other.uuid)).toBe(20_000);
  // Without a link the page still knows the time.
  await page.context().route('**/api/**', (route) => route.abort());
  await page.goto('/dashboard/home');
  await expect(told).toBeVisible();
  await expect(page.getByText('0 ventas')).toHaveCount(0);
  // A page that stays open overnight.
  await page.evaluate(moveClock, 86_400_000);
  await expect(page.getByText('0 ventas')).toBeVisible();
});

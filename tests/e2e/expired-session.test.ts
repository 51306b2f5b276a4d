import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { password, people, topUp } from './market-people.ts';
import { devices } from './open-device.ts';
import { balanceOf, preparePurchase, seeVerdict } from './stall-purchase.ts';

/** Access tokens last a second and a half here. */
const day = openDay({ ACCESS_TOKEN_MINUTES: '0.025' });
const { market } = day;

test('la sesión terminó con una venta en la mano: se cobra, espera y se envía después de ingresar otra vez', async () => {
  const { uuid } = await topUp(market, 50_000, '1002');
  const { page } = await day.open(devices.tablet, people.stall);
  const charge = await preparePurchase(page, uuid, 12_500);
  await endSession(await page.evaluate(() => sessionStorage.getItem('auth') ?? ''));
  await page.waitForFunction(tokenIsExpired);
  // Returning to the page queries the day's figures, the first call to notice.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.waitForFunction(sessionHasEnded);
  await charge.click();
  await seeVerdict(page, 'Pendiente de confirmar');
  expect(await balanceOf(market, uuid)).toBe(50_000);
  await expect(page.getByText('Su sesión terminó.')).toBeVisible();
  await expect(page.getByText('cuando vuelva la conexión')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  // The password dialog is above the sale, which then continues.
  const dialog = page.getByRole('dialog', { name: 'Ingrese otra vez' });
  await expect(dialog.getByText(people.stall.email)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Ingresar' }).click();
  await seeVerdict(page, 'Pagado');
  expect(new URL(page.url()).pathname).toBe('/dashboard/escanear');
  expect(await balanceOf(market, uuid)).toBe(37_500);
  await page.goto('/dashboard/pendientes');
  await expect(page.getByText('Confirmada').first()).toBeVisible();
});

test('dos pestañas duplicadas siguen en la sesión que la primera renovó muchas veces', async () => {
  const { page, context } = await day.open(devices.tablet, people.stall);
  const copied = await page.evaluate(() => Object.entries(sessionStorage));
  const duplicate = async (isCut: boolean): Promise<Page> => {
    const tab = await context.newPage();
    if (isCut) await tab.route('**/api/**', (route) => route.abort());
    await tab.addInitScript((entries) => {
      if (sessionStorage.length === 0) Object.assign(sessionStorage, Object.fromEntries(entries));
    }, copied);
    await tab.goto('/dashboard/home');
    return tab;
  };
  // The first receives each renewal while its calls are cut; the second requests the newest when it opens.
  const listening = await duplicate(true);
  for (let renewals = 0; renewals < 3; renewals += 1) await renewIn(page);
  await listening.unroute('**/api/**');
  await renewIn(listening);
  await renewIn(await duplicate(false));
  await renewIn(page);
  for (const tab of context.pages()) expect(await tab.evaluate(sessionHasEnded)).toBe(false);
});

/** Reloads the page after its token has expired, and waits until a call of the home has renewed it. */
async function renewIn(page: Page): Promise<void> {
  await page.waitForFunction(tokenIsExpired);
  const before = await page.evaluate(() => sessionStorage.getItem('auth') ?? '');
  await page.reload();
  await page.waitForFunction(hasRenewed, before);
}

/** Runs in the page. A session that has ended has no token. */
function hasRenewed(before: string): boolean {
  const tokenOf = (auth: string | null) => (JSON.parse(auth ?? '{}') as { token?: string }).token ?? '';
  const now = tokenOf(sessionStorage.getItem('auth'));
  return now !== '' && now !== tokenOf(before);
}

/** Revokes the session elsewhere, for example because the manager blocked the device. */
async function endSession(auth: string): Promise<void> {
  const { refreshToken } = JSON.parse(auth) as { refreshToken: string };
  await fetch(`${market.url}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
}

/** Runs in the page. */
function tokenIsExpired(): boolean {
  const { token } = JSON.parse(sessionStorage.getItem('auth') ?? '{}') as { token?: string };
  const { exp = 0 } = JSON.parse(atob(token?.split('.')[1] ?? 'e30')) as { exp?: number };
  return Date.now() / 1000 > exp;
}

/** Runs in the page. */
function sessionHasEnded(): boolean {
  const { error } = JSON.parse(sessionStorage.getItem('auth') ?? '{}') as { error?: string };
  return error === 'session-ended';
}

import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { toMarketCode } from '#src/contract/brands.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { barriers } from './barriers.ts';
import { admitPeople, password, people, topUp } from './market-people.ts';
import { devices, openDevice } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';

const openPaths = [
  '/login',
  '/login/administrador',
  '/register',
  '/primer-uso?token=x',
  '/recuperar',
  '/code-qr',
];

let market: RunningMarket;
let browser: Browser;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

describe('axe no encuentra barreras', () => {
  const sizes = ['kiosk', 'phone'] as const;

  test.each(sizes)('en las páginas sin cuenta (%s)', async (size) => {
    const { urlCodeQr } = await topUp(market, 50_000, `axe-${size}`);
    const { page, context } = await openDevice(browser, market, devices[size]);
    const found: string[] = [];
    for (const path of [...openPaths, urlCodeQr]) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      found.push(...(await barriers(page)));
    }
    expect(found).toEqual([]);
    await context.close();
  });
});

describe('con solo el teclado', () => {
  test('un operador entra y hace una recarga', async () => {
    const { clientId } = await topUp(market, 1000, '555');
    expect(clientId).not.toBe('');
    const { page, context } = await openDevice(browser, market, devices.kiosk);
    await signInByKeyboard(page, 'Punto Recarga', people.topUpPoint.email);
    await press(page, page.getByRole('link', { name: 'Generar recarga' }).first());
    await typeInto(page, page.getByLabel('Correo o identificación'), '555');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Identificación 555')).toBeVisible();
    await typeInto(page, page.getByLabel('Monto de la recarga'), '20000');
    await press(page, page.getByRole('button', { name: 'Recargar', exact: true }));
    await expect(page.getByText('Código creado correctamente')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Nueva Recarga' }));
    await expect(page.getByText('Aquí saldrá el código QR')).toBeVisible();
    await context.close();
  });

  test('un estante escribe el código corto y cobra', async () => {
    const { uuid } = await topUp(market, 50_000, '556');
    const { page, context } = await openDevice(browser, market, devices.tablet);
    await signInByKeyboard(page, 'Estante', people.stall.email);
    await press(page, page.getByRole('link', { name: 'Escanear' }).first());
    // This device has no camera; once the page says so, its buttons stay where they are.
    await expect(page.getByText('No se encuentra la cámara')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Escribir código' }).first());
    await typeInto(page, page.getByLabel('Código corto'), shortCodeOf(uuid));
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByLabel('Monto de la compra'), '12500');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pagado' })).toBeVisible();
    await context.close();
  });

  test('un cliente escoge el estante y compra', async () => {
    const { urlCodeQr } = await topUp(market, 50_000, '557');
    const { page, context } = await openDevice(browser, market, devices.kiosk);
    await page.goto(urlCodeQr);
    await press(page, page.getByRole('button', { name: /^Escoger Doña Rosalba/ }));
    await typeInto(page, page.getByLabel('Monto de la compra'), '7500');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Seguir Comprando' }));
    await expect(page.getByText('Su compra se ha realiza correctamente')).toBeHidden();
    await expect(page.getByText('$42,500')).toBeVisible();
    await context.close();
  });

  test('un cliente encuentra su estante entre 500', async () => {
    const { urlCodeQr } = await topUp(market, 50_000, '558');
    const { page, context, complaints } = await openDevice(browser, market, devices.phone);
    await page.route('**/api/v1/estantes', (route) => route.fulfill({ json: manyStalls(500) }));
    await page.goto(urlCodeQr);
    await expect(page.getByText('1 de 500')).toBeVisible();
    // A phone draws what is near, not all of them.
    expect(await page.getByRole('group', { includeHidden: true }).count()).toBeLessThan(10);
    const next = page.getByRole('button', { name: 'Siguiente' });
    await press(page, next);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: '3 de 500' })).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('2 de 500')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Escoger Estante 2' }), 'Shift+Tab');
    // One stall in view, one stop of the keyboard: not 500 before the amount.
    await tabTo(page, page.getByLabel('Monto de la compra'), 'Tab', 6);
    await press(page, page.getByRole('button', { name: 'Buscar' }), 'Shift+Tab');
    await page.keyboard.type('estante 499');
    await press(page, page.getByRole('button', { name: 'Escoger Estante 499' }));
    await expect(page.getByRole('button', { name: 'Escogido Estante 499' })).toBeVisible();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

function manyStalls(count: number): Stall[] {
  return Array.from({ length: count }, (_, index) => ({
    _id: `stall-${index + 1}`,
    estanteName: `Estante ${index + 1}`,
    globalMarketId: toMarketCode('market'),
    marketName: 'Mercado de la Plaza',
  }));
}

async function signInByKeyboard(page: Page, userType: string, email: string): Promise<void> {
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Correo electrónico'), email);
  await tabTo(page, page.getByLabel('Tipo de usuario'));
  await page.keyboard.type(userType);
  await typeInto(page, page.getByLabel('Contraseña', { exact: true }), password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/home');
  // The page is whole: a link named twice must not change places under the keyboard.
  await expect(page.getByText('Hoy, hasta las')).toBeVisible();
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, control, key);
  await page.keyboard.press('Enter');
}

/** Tabs until the control has the focus, and sees that the focus shows. */
async function tabTo(page: Page, control: Locator, key = 'Tab', most = 80): Promise<void> {
  await expect(control).toBeVisible();
  const focused = (): Promise<boolean> => control.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < most && !(await focused()); steps++) await page.keyboard.press(key);
  expect(await focused(), `the keyboard does not reach ${String(control)}`).toBe(true);
  const shows = await control.evaluate((element) => {
    // A text field shows it by its caret.
    if (element instanceof HTMLInputElement)
      return getComputedStyle(element).caretColor !== 'rgba(0, 0, 0, 0)';
    const places = [element, element.parentElement, element.parentElement?.parentElement];
    return places.some((place) => {
      const { outlineStyle, boxShadow } = getComputedStyle(place ?? element);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    });
  });
  expect(shows, `the focus of ${String(control)} does not show`).toBe(true);
}

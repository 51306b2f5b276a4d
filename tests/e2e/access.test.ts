import type { Locator, Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { catchPrinting, nextPrinted } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { password, people, topUp } from './market-people.ts';
import { devices } from './open-device.ts';

const openPaths = [
  '/login',
  '/login/administrador',
  '/register',
  '/primer-uso?token=x',
  '/recuperar',
  '/code-qr',
];

const day = openDay();
const { market } = day;

describe('axe no encuentra barreras', () => {
  const sizes = ['kiosk', 'phone'] as const;

  test.each(sizes)('en las páginas sin cuenta (%s)', async (size) => {
    const { urlCodeQr } = await topUp(market, 50_000, `axe-${size}`);
    const { page } = await day.open(devices[size]);
    const found: string[] = [];
    for (const path of [...openPaths, urlCodeQr]) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      found.push(...(await barriers(page)));
    }
    expect(found).toEqual([]);
  });
});

describe('con solo el teclado', () => {
  test('un operador hace una recarga entera: número, Enter, monto, Enter, Enter imprime', async () => {
    await topUp(market, 1000, '5550');
    const { page } = await day.open(devices.kiosk);
    await catchPrinting(page);
    await signInByKeyboard(page, 'Punto Recarga', people.topUpPoint.email);
    await press(page, page.getByRole('link', { name: 'Generar recarga' }).first());
    const search = page.getByLabel('Correo o identificación');
    await expect(search).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Escriba la cédula, el correo o el nombre')).toBeVisible();
    await page.keyboard.type('5550');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
    await expect(page.getByText('en 1 código')).toBeVisible();
    await page.keyboard.type('20000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Código creado correctamente')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeFocused();
    await page.keyboard.press('Enter');
    const print = page.getByRole('dialog').getByRole('button', { name: 'Imprimir' });
    await expect(print).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await nextPrinted(page)).toContain('$20,000');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Nueva Recarga' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await expect(page.getByText('Código creado correctamente')).toHaveCount(0);
  });

  test('un cliente encuentra su estante entre 500', async () => {
    const { urlCodeQr } = await topUp(market, 50_000, '55800');
    const { page } = await day.open(devices.phone);
    await page.route('**/api/v1/code-qr/stalls/*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const items = manyStalls(500).slice(from, from + 100);
      const nextCursor = from < 400 ? String(from + 100) : null;
      return route.fulfill({ json: { items, nextCursor, ownMarketId: 'market' } });
    });
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
    await expect(page.getByLabel('Monto de la compra')).toBeFocused();
    await press(page, page.getByRole('button', { name: 'Cambiar el estante: Estante 2' }), 'Shift+Tab');
    await expect(page.getByRole('heading', { name: '1. Escoja el estante' })).toBeFocused();
    await press(page, page.getByRole('button', { name: 'Ver los 500' }));
    await expect(page.getByLabel('Buscar estante')).toBeFocused();
    await page.keyboard.type('estante 499');
    await press(page, page.getByRole('button', { name: 'Estante 499' }));
    await expect(page.getByRole('button', { name: 'Cambiar el estante: Estante 499' })).toBeVisible();
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
  // The page is complete: a link that occurs twice must not change places under the keyboard.
  await expect(page.getByText(/^(Hoy, hasta las|Vendido hoy)/)).toBeVisible();
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, control, key);
  await page.keyboard.press('Enter');
}

/** Tabs until the control has the focus, and checks that the focus is visible. */
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

import type { Locator, Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Stall } from '#src/contract/markets/stall.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { catchPrinting, nextPrinted } from '#tests/support/browser/chromium-printed.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { password, people, topUp } from './market-people.ts';
import { devices, signIn } from './open-device.ts';

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

test('en un celular la recarga muestra lo que sigue, y la siguiente empieza arriba, en la búsqueda', async () => {
  const { page } = await day.open({ width: 360, height: 740 });
  await topUp(market, 1000, '5540');
  await signIn(page, people.topUpPoint);
  await page.goto('/dashboard/puntos-de-recarga/create');
  const search = page.getByLabel('Correo o identificación');
  await search.fill('99887765');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('button', { name: 'Registrar a 99887765' }).click();
  await expect(page.getByLabel('Identificación', { exact: true })).toHaveValue('99887765');
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type('Jacinto Barrera');
  await page.getByLabel('Aceptó que guardemos sus datos').check();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
  await page.getByRole('button', { name: 'Cambiar de cliente' }).click();
  await expect(search).toBeFocused();
  await search.fill('5540');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('button', { name: '$20,000' }).click();
  const submit = page.getByRole('button', { name: 'Recargar', exact: true });
  for (const seen of [
    submit,
    page.getByRole('button', { name: '000', exact: true }),
    page.getByLabel('Monto de la recarga'),
  ])
    await expect(seen).toBeInViewport({ ratio: 1 });
  expect(await barriers(page)).toEqual([]);
  await submit.click();
  await expect(page.getByText('Código creado correctamente')).toBeVisible();
  const again = page.getByRole('button', { name: 'Nueva Recarga' });
  for (const seen of [
    page.getByRole('img', { name: /Código QR de/ }),
    page.getByRole('button', { name: 'Imprimir' }),
    again,
  ])
    await expect(seen).toBeInViewport({ ratio: 1 });
  expect(await barriers(page)).toEqual([]);
  await again.click();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  expect(await page.evaluate(() => scrollY)).toBe(0);
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

  test('quien no está se registra con el número que se buscó, y otras letras son otro cliente', async () => {
    for (const known of ['5570', '5580']) await topUp(market, 1000, known);
    const { page } = await day.open({ width: 1024, height: 600 });
    await signInByKeyboard(page, 'Punto Recarga', people.topUpPoint.email);
    await page.goto('/dashboard/puntos-de-recarga/create');
    const search = page.getByLabel('Correo o identificación');
    // Found as typed, by name: a single match is taken with Enter, several are offered.
    await typeInto(page, search, 'marína o');
    await expect(page.getByRole('listitem').filter({ hasText: 'Luz Marina Ospina' }).first()).toBeVisible();
    await expect(page.locator('mark').first()).toHaveText('Marina O');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /Luz Marina Ospina/ }).first()).toBeFocused();
    // A few of the customers with that name are offered: any of them will do.
    const offered = page.getByRole('button', { name: /Luz Marina Ospina/ }).first();
    const [identification = ''] = /axe-[a-z]+|55\d/.exec((await offered.textContent()) ?? '') ?? [];
    expect(identification).not.toBe('');
    await offered.click();
    await expect(page.getByText(`Identificación ${identification}`).first()).toBeVisible();
    await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
    await typeInto(page, search, '99887766');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nadie con 99887766')).toBeVisible();
    // Despite the low screen, the next action is visible.
    await expect(page.getByRole('button', { name: 'Recargar', exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Registrar a 99887766' }).click();
    await expect(page.getByLabel('Identificación', { exact: true })).toHaveValue('99887766');
    await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Nombre', { exact: true })).toBeInViewport({ ratio: 1 });
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('Jacinto Barrera');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Lea el aviso y marque si acepta.')).toBeVisible();
    await expect(page.getByLabel('Aceptó que guardemos sus datos')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Monto de la recarga')).toBeFocused();
    await page.keyboard.type('50000');
    await page.getByRole('button', { name: 'Otro' }).click();
    await page.keyboard.type('40000');
    await expect(page.getByText('Faltan $10,000 por recibir.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recargar', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: '$100,000' }).last().click();
    await expect(page.getByText('Vueltas $50,000')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recargar', exact: true })).toBeEnabled();
    expect(await barriers(page)).toEqual([]);
    await search.fill('9988776');
    await expect(page.getByText('Jacinto Barrera')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Recargar', exact: true })).toBeDisabled();
  });

  test('un estante escribe el código corto y cobra', async () => {
    const { uuid } = await topUp(market, 50_000, '5560');
    const { page } = await day.open(devices.tablet);
    await signInByKeyboard(page, 'Estante', people.stall.email);
    await press(page, page.getByRole('link', { name: 'Escanear' }).first());
    // This device has no camera; once the page shows that, its buttons do not move.
    await expect(page.getByText('No se encuentra la cámara')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Escribir código' }).first());
    await typeInto(page, page.getByLabel('Código corto'), shortCodeOf(uuid));
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByLabel('Monto de la compra'), '12500');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pagado' })).toBeVisible();
  });

  test('un cliente escoge el estante y compra', async () => {
    const { urlCodeQr } = await topUp(market, 50_000, '55700');
    const { page } = await day.open(devices.kiosk);
    await page.goto(urlCodeQr);
    await press(page, page.getByRole('button', { name: /^Escoger Doña Rosalba/ }));
    await typeInto(page, page.getByLabel('Monto de la compra'), '7500');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Su compra se ha realiza correctamente')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Seguir Comprando' }));
    await expect(page.getByText('Su compra se ha realiza correctamente')).toBeHidden();
    await expect(page.getByText('$42,500')).toBeVisible();
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

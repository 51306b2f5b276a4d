import { expect, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import type { Stall } from '#src/contract/stall.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import { admitPeople, admitSupplier, askAs, people, stallNames, supplier, topUp } from './market-people.ts';
import { devices, openDevice, signIn } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { prepareSale, seeVerdict } from './stall-sale.ts';

/** Whoever signs in, and every page that is theirs. */
const everybody = [
  ['el administrador', people.admin],
  ['el mercado', people.market],
  ['el punto de recarga', people.topUpPoint],
  ['el estante', people.stall],
  ['el proveedor', supplier],
] as const;

/** Sixteen pages in two sizes take their time on a small machine, milliseconds. */
const timeout = 600_000;

let market: RunningMarket;
let browser: Browser;

beforeAll(async () => {
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  await admitPeople(market);
  await admitSupplier(market);
  const product = { name: 'Tomate', price: 2_800, shortDescription: 'Libra', typeProduct: 'Verduras' };
  const stalls = await askAs<Stall[]>(market, people.stall, '/estantes');
  const own = stalls.find(({ estanteName }) => estanteName === stallNames.stall);
  await askAs(market, people.stall, `/products/create/${own?._id ?? ''}`, product);
  const seed = { nombre: 'Semilla de papa', precio: 42_000, description: 'Bulto', productType: 'Insumos' };
  await askAs(market, supplier, '/proveedores/addProduct', seed);
  const reward = { name: 'Mercadito', description: 'De fique', pointsCost: 10 };
  await askAs(market, people.market, '/points/create', reward);
  const { uuid } = await topUp(market, 50_000, '24684521');
  const { page, context } = await openDevice(browser, market, devices.tablet);
  await signIn(page, people.stall);
  await (await prepareSale(page, uuid, 12_500)).click();
  await seeVerdict(page, 'Pagado');
  await context.close();
});

afterAll(async () => {
  await browser.close();
  await market.stop();
});

describe('cada página de cada quien', () => {
  test.each(everybody)('%s: sin barreras, sin desborde y sin saltos', { timeout }, async (_, person) => {
    const found: string[] = [];
    for (const [size, theme] of [
      ['kiosk', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const { page, context, complaints } = await openDevice(browser, market, devices[size]);
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript(countShifts);
      await signIn(page, person);
      for (const { path } of dashboardPagesOf(person.userType)) {
        await page.setViewportSize(devices[size]);
        await open(page, path);
        const moved = await page.evaluate(() => window.moved ?? 0);
        if (moved > 0.05) found.push(`${size} ${path} moves by ${moved.toFixed(3)}`);
        await seeWhole(page);
        found.push(...(await barriers(page)));
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (beyond > 0) found.push(`${size} ${path} is ${beyond} px too wide`);
      }
      found.push(...complaints);
      await context.close();
    }
    expect(found).toEqual([]);
  });

  test.each(everybody)('%s: el teclado llega a todo, y se ve dónde está', { timeout }, async (_, person) => {
    const found: string[] = [];
    const { page, context } = await openDevice(browser, market, devices.kiosk);
    await signIn(page, person);
    for (const { path } of dashboardPagesOf(person.userType)) {
      await open(page, path);
      found.push(...(await walkByKeyboard(page)).map((what) => `${path}: ${what}`));
    }
    expect(found).toEqual([]);
    await context.close();
  });
});

describe('los diálogos', () => {
  test.each([
    [
      'el mercado',
      people.market,
      [
        ['estantes', `Ver ${stallNames.stall}`],
        ['clientes', 'Registrar cliente'],
        ['puntos', 'Crear premio'],
        ['puntos', 'Eliminar Mercadito'],
        ['caja', `Pagar a ${stallNames.stall}`],
        ['auditoria', /^Ver Aprobó/],
      ],
    ],
    [
      'el estante',
      people.stall,
      [
        ['estantes/products', 'Cambiar Tomate'],
        ['estantes/products', 'Quitar Tomate'],
        ['ventas', /^Ver/],
        ['escanear', 'Escribir código'],
        ['ajustes', 'Salir de todos los equipos'],
      ],
    ],
    [
      'el punto de recarga',
      people.topUpPoint,
      [
        ['home', 'Más'],
        ['clientes', 'Registrar cliente'],
      ],
    ],
    [
      'el administrador',
      people.admin,
      [
        ['home', 'Más'],
        ['mercados-globales', 'Ver Plaza La Esperanza'],
        ['estantes', `Ver ${stallNames.stall}`],
        ['puntos-de-recarga', `Ver ${people.topUpPoint.name}`],
        ['proveedores', `Ver ${supplier.name}`],
        ['puntos', 'Eliminar Mercadito'],
        ['ventas', /^Ver C-/],
        ['auditoria', /^Ver Aprobó/],
        ['ajustes', 'Salir de todos los equipos'],
      ],
    ],
    [
      'el proveedor',
      supplier,
      [
        ['home', 'Más'],
        ['proveedores', 'Cambiar Semilla de papa'],
        ['proveedores', 'Quitar Semilla de papa'],
        ['ajustes', 'Salir de todos los equipos'],
      ],
    ],
  ] as const)('de %s se abren y se cierran con el teclado, sin barreras', async (_, person, dialogs) => {
    const found: string[] = [];
    for (const size of ['tablet', 'phone'] as const) {
      const { page, context } = await openDevice(browser, market, devices[size]);
      await signIn(page, person);
      for (const [path, button] of dialogs) {
        await open(page, path);
        await page.getByRole('button', { name: button }).first().focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog').getByRole('heading').first()).toBeInViewport();
        found.push(...(await barriers(page)));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await context.close();
    }
    expect(found).toEqual([]);
  });
});

describe('las direcciones que no llevan a una página suya', () => {
  const sizes = ['kiosk', 'phone'] as const;

  test.each(sizes)('lo dicen a quien no ha entrado, y llevan a ingresar (%s)', async (size) => {
    const { page, context } = await openDevice(browser, market, devices[size]);
    await page.goto('/no-existe');
    await expect(page.getByRole('heading', { level: 1, name: 'Aquí no hay nada' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ir a iniciar sesión' }).click();
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
    await context.close();
  });

  test.each(everybody)('se lo dicen a %s, y llevan al inicio', async (_, person) => {
    const mine = new Set(dashboardPagesOf(person.userType).map(({ path }) => path));
    const others = ['escanear', 'caja', 'auditoria', 'clientes', 'puntos-de-recarga/create'].filter(
      (path) => !mine.has(path),
    );
    expect(others.length).toBeGreaterThan(1);
    const { page, context, complaints } = await openDevice(browser, market, devices.phone);
    await signIn(page, person);
    for (const [address, title] of [
      ['/no-existe', 'Aquí no hay nada'],
      ['/dashboard/estantes/no-existe', 'Aquí no hay nada'],
      ...others.map((path) => [`/dashboard/${path}`, 'Esta página no es de su cuenta'] as const),
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Volver al inicio' }).click();
      await page.waitForURL('**/dashboard/home');
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

declare global {
  interface Window {
    /** How much of what was seen has moved by itself: the layout shifts of this page, added up. */
    moved?: number;
  }
}

function countShifts(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (
        'value' in entry &&
        typeof entry.value === 'number' &&
        !('hadRecentInput' in entry && entry.hadRecentInput)
      )
        window.moved = (window.moved ?? 0) + entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** A page of the dashboard with everything there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard/${path}`);
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel('Cargando...')).toHaveCount(0, { timeout: 20_000 });
}

/** As tall as the page is: what lies half under the zócalo is not too small, it is scrolled to. */
async function seeWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: height + 200 });
}

const mostStops = 60;

/** Tabs through the page once; answers every stop that cannot be seen, or whose focus cannot. */
async function walkByKeyboard(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'end';
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const isSeen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
      const places = [element, element.parentElement, element.parentElement?.parentElement];
      const shows = places.some((place) => {
        const { outlineStyle, boxShadow } = getComputedStyle(place ?? element);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
      return isSeen && shows ? '' : element.outerHTML.slice(0, 120);
    });
    if (fault === 'end') break;
    if (fault !== '') unseen.push(fault);
  }
  return unseen;
}

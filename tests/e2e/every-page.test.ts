import { expect, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { barriers } from './barriers.ts';
import {
  admitPeople,
  admitSupplier,
  askAs,
  people,
  stallNames,
  supplier,
  topUp,
  type Person,
} from './market-people.ts';
import { devices, openDevice, signIn, type Device } from './open-device.ts';
import { countShifts, openPage, seeWhole, walkByKeyboard } from './page-walks.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { prepareSale, seeVerdict } from './stall-sale.ts';

/** Whoever signs in, and the dialogs of their pages: the page, and the button that opens one. */
const everybody = [
  {
    who: 'el administrador',
    person: people.admin,
    dialogs: [
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
  },
  {
    who: 'el mercado',
    person: people.market,
    dialogs: [
      ['estantes', `Ver ${stallNames.stall}`],
      ['clientes', 'Registrar cliente'],
      ['puntos', 'Crear premio'],
      ['puntos', 'Eliminar Mercadito'],
      ['caja', `Pagar a ${stallNames.stall}`],
      ['auditoria', /^Ver Aprobó/],
    ],
  },
  {
    who: 'el punto de recarga',
    person: people.topUpPoint,
    dialogs: [
      ['home', 'Más'],
      ['clientes', 'Registrar cliente'],
    ],
  },
  {
    who: 'el estante',
    person: people.stall,
    dialogs: [
      ['estantes/products', 'Cambiar Tomate'],
      ['estantes/products', 'Quitar Tomate'],
      ['ventas', /^Ver/],
      ['escanear', 'Escribir código'],
      ['ajustes', 'Salir de todos los equipos'],
    ],
  },
  {
    who: 'el proveedor',
    person: supplier,
    dialogs: [
      ['home', 'Más'],
      ['proveedores', 'Cambiar Semilla de papa'],
      ['proveedores', 'Quitar Semilla de papa'],
      ['ajustes', 'Salir de todos los equipos'],
    ],
  },
] as const satisfies readonly {
  who: string;
  person: Person;
  dialogs: readonly (readonly [string, string | RegExp])[];
}[];

/** Eighteen pages take their time on a small machine, milliseconds. */
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

describe.each(everybody)('$who', ({ person, dialogs }) => {
  const pages = dashboardPagesOf(person.userType);
  let device: Device;

  beforeAll(async () => {
    device = await openDevice(browser, market, devices.kiosk);
    await device.page.addInitScript(countShifts);
    await signIn(device.page, person);
  });

  afterAll(async () => {
    await device.context.close();
    expect(device.complaints).toEqual([]);
  });

  test.each([
    ['kiosk', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'cada página sin barreras, sin desborde y sin saltos (%s)',
    { timeout },
    async (size, theme) => {
      const { page } = device;
      await page.emulateMedia({ colorScheme: theme });
      const found: string[] = [];
      for (const { path } of pages) {
        await page.setViewportSize(devices[size]);
        await openPage(page, path);
        const moved = await page.evaluate(() => window.moved ?? 0);
        if (moved > 0.05) found.push(`${path} moves by ${moved.toFixed(3)}`);
        // The keyboard reaches everything, and one sees where it is.
        if (size === 'kiosk')
          found.push(...(await walkByKeyboard(page)).map((what) => `the keyboard on ${path}: ${what}`));
        await seeWhole(page);
        found.push(...(await barriers(page)));
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (beyond > 0) found.push(`${path} is ${beyond} px too wide`);
      }
      expect(found).toEqual([]);
    },
  );

  test('los diálogos se abren y se cierran con el teclado, sin barreras', { timeout }, async () => {
    const { page } = device;
    const found: string[] = [];
    for (const [path, button] of dialogs) {
      await openPage(page, path);
      for (const [size, theme] of [
        ['tablet', 'light'],
        ['phone', 'dark'],
      ] as const) {
        await page.setViewportSize(devices[size]);
        await page.emulateMedia({ colorScheme: theme });
        await page.getByRole('button', { name: button }).first().focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog').getByRole('heading').first()).toBeInViewport();
        found.push(...(await barriers(page)).map((what) => `${size} ${what}`));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    }
    expect(found).toEqual([]);
  });

  test('las direcciones que no llevan a una página suya lo dicen, y llevan al inicio', async () => {
    const mine = new Set(pages.map(({ path }) => path));
    const others = ['escanear', 'caja', 'auditoria', 'clientes', 'puntos-de-recarga/create'].filter(
      (path) => !mine.has(path),
    );
    expect(others.length).toBeGreaterThan(1);
    const { page } = device;
    await page.setViewportSize(devices.phone);
    for (const [address, title] of [
      ['/no-existe', 'Aquí no hay nada'],
      ...others.map((path) => [`/dashboard/${path}`, 'Esta página no es de su cuenta'] as const),
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Volver al inicio' }).click();
      await page.waitForURL('**/dashboard/home');
    }
    await page.goto('/dashboard/estantes/no-existe');
    await page.waitForURL('**/dashboard/home');
    await expect(page.getByText('La página «estantes/no-existe» no existe.')).toBeVisible();
  });
});

test.each(['kiosk', 'phone'] as const)(
  'una dirección que no existe se lo dice a quien no ha entrado, y lleva a ingresar (%s)',
  async (size) => {
    const { page, context } = await openDevice(browser, market, devices[size]);
    await page.goto('/no-existe');
    await expect(page.getByRole('heading', { level: 1, name: 'Aquí no hay nada' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ir a iniciar sesión' }).click();
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
    await context.close();
  },
);

test('la página de la contraseña olvidada no tiene barreras', async () => {
  const { page, context } = await openDevice(browser, market, devices.phone);
  await page.goto('/recuperar');
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  expect(await barriers(page)).toEqual([]);
  await context.close();
});

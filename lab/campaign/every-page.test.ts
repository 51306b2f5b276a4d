import { afterAll, beforeAll, describe, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import {
  admitSupplier,
  askAs,
  people,
  stallNames,
  supplier,
  topUp,
  type Person,
} from '#tests/e2e/market-people.ts';
import { devices, openDevice, signIn, type Device } from '#tests/e2e/open-device.ts';
import {
  countShifts,
  openPage,
  seeLarge,
  seeTargets,
  seeWhole,
  walkByKeyboard,
} from '#tests/e2e/page-walks.ts';
import { prepareSale, seeVerdict } from '#tests/e2e/stall-sale.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

/** Each role, and the dialogs of its pages: the page, and the button that opens one. */
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
      ['caja', /^Anular la recarga/],
      ['dispositivos', 'Impresora de este dispositivo'],
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

/** Eighteen pages take long on a small machine, milliseconds. */
const timeout = 600_000;

const { market, browser } = marketForPages();

beforeAll(async () => {
  await admitSupplier(market);
  const product = { name: 'Tomate', price: 2_800, shortDescription: 'Libra', typeProduct: 'Verduras' };
  const stalls = await askAs<Stall[]>(market, people.stall, '/estantes');
  const own = stalls.find(({ estanteName }) => estanteName === stallNames.stall);
  await askAs(market, people.stall, `/products/create/${own?._id ?? ''}`, product);
  const seed = { nombre: 'Semilla de papa', precio: 42_000, description: 'Bulto', productType: 'Insumos' };
  await askAs(market, supplier, '/proveedores/addProduct', seed);
  const reward = { name: 'Mercadito', description: 'De fique', pointsCost: 10 };
  await askAs(market, people.market, '/points/create', reward);
  // One that can still be voided.
  await topUp(market, 20_000, '24684520');
  const { uuid } = await topUp(market, 50_000, '24684521');
  const { page, context } = await openDevice(browser, market, devices.tablet);
  await signIn(page, people.stall);
  await (await prepareSale(page, uuid, 12_500)).click();
  await seeVerdict(page, 'Pagado');
  await context.close();
});

describe.each(everybody)('$who', ({ person, dialogs }) => {
  const pages = dashboardPagesOf(person.userType);
  const worksAtTheMarket = person.userType === 'RECARGA' || person.userType === 'ESTANTE';
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

  test(
    'cada página sin barreras, sin desborde y sin saltos, en el computador, en el teléfono y con letra grande',
    { timeout },
    async () => {
      const { page } = device;
      const found: string[] = [];
      for (const [place, { path }] of pages.entries()) {
        const see = (...faults: readonly string[]) => found.push(...faults.map((what) => `${path}: ${what}`));
        // Two roles share most pages: one loads them on a computer, the other on a phone.
        const loads =
          (place + everybody.findIndex((one) => one.person === person)) % 2 === 0 ? 'kiosk' : 'phone';
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(devices[loads]);
        await openPage(page, path);
        const moved = await page.evaluate(() => window.moved ?? 0);
        if (moved > 0.05) see(`moves by ${moved.toFixed(3)} on a ${loads}`);
        // The keyboard reaches everything, with a visible focus.
        await page.setViewportSize(devices.kiosk);
        see(...(await walkByKeyboard(page)).map((what) => `the keyboard: ${what}`));
        for (const [size, colorScheme] of [
          ['kiosk', 'light'],
          ['phone', 'dark'],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(devices[size]);
          await seeWhole(page);
          see(...(await barriers(page)));
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          if (beyond > 0) see(`${beyond} px too wide on a ${size}`);
        }
        if (worksAtTheMarket)
          see(...(await seeTargets(page)).map((what) => `smaller than a finger: ${what}`));
        see(...(await seeLarge(page)));
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

test('nada de ajustes se mueve cuando lo del segundo paso llega tarde', async () => {
  const { page, context } = await openDevice(browser, market, devices.kiosk);
  await page.addInitScript(countShifts);
  await signIn(page, people.market);
  let answer: () => void = () => undefined;
  const isSeen = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/second-factor', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.goto('/dashboard/ajustes');
  await expect(page.getByLabel('Las compras dan puntos')).toBeVisible();
  answer();
  await expect(page.getByRole('button', { name: 'Salir de todos los equipos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Segundo paso al ingresar' })).toBeVisible();
  expect(await page.evaluate(() => window.moved ?? 0)).toBeLessThan(0.01);
  await context.close();
});

test('la caminata ve lo que es pequeño, lo que está encima y lo que no cabe', async () => {
  const { page, context } = await openDevice(browser, market, devices.phone);
  await page.setContent(`<button style="width:40px;height:60px">Sí</button><p style="margin:0">Uno</p>
    <p style="margin:-20px 0 0">Dos</p><p style="width:25rem">Tres</p>`);
  expect(await seeTargets(page)).toEqual([expect.stringMatching(/^40x60 <button/)]);
  expect(await seeLarge(page)).toEqual([
    expect.stringMatching(/too wide at 200 % text: .*Tres/),
    '"Uno" over "Dos" at 200 % text',
    expect.stringMatching(/too wide at 320x256/),
    '"Uno" over "Dos" at 320x256',
  ]);
  await context.close();
});

test('una venta en toda la pantalla deja atrás la navegación, y una tarjeta entera es su botón', async () => {
  const { uuid } = await topUp(market, 5_000, '24684522');
  const { page, context } = await openDevice(browser, market, devices.phone);
  await signIn(page, people.stall);
  await prepareSale(page, uuid, 1_000);
  const reached = page.locator('nav:not([inert])').filter({ visible: true });
  await expect(reached).toHaveCount(0);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(reached).not.toHaveCount(0);
  await page.goto('/dashboard/ventas');
  const card = page.getByRole('row', { name: /Ver/ }).first();
  await card.click({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.close();
});

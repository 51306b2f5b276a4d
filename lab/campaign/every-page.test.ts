import { beforeAll, describe, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/pages.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import { barriers } from '#tests/e2e/barriers.ts';
import { deviceForSuite } from '#tests/e2e/day.ts';
import { marketForPages } from '#tests/e2e/market-for-pages.ts';
import {
  admitSupplier,
  askAs,
  buy,
  people,
  stallNames,
  supplier,
  topUp,
  type Person,
} from '#tests/e2e/market-people.ts';
import { devices, signIn } from '#tests/e2e/open-device.ts';
import {
  countShifts,
  openPage,
  seeLarge,
  seeTargets,
  seeWhole,
  walkByKeyboard,
} from '#tests/e2e/page-walks.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

const everybody: readonly { who: string; person: Person }[] = [
  { who: 'el administrador', person: people.admin },
  { who: 'el mercado', person: people.market },
  { who: 'el punto de recarga', person: people.topUpPoint },
  { who: 'el estante', person: people.stall },
  { who: 'el proveedor', person: supplier },
];

/** Eighteen pages take long on a small machine, milliseconds. */
const timeout = 600_000;

const opened = marketForPages();
const { market } = opened;

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
  await buy(market, await topUp(market, 50_000, '24684521'), 12_500);
});

describe.each(everybody)('$who', ({ person }) => {
  const pages = dashboardPagesOf(person.userType);
  const worksAtTheMarket = person.userType === 'RECARGA' || person.userType === 'ESTANTE';
  const device = deviceForSuite(opened, devices.kiosk, undefined, {});

  beforeAll(async () => {
    await device.page.addInitScript(countShifts);
    await signIn(device.page, person);
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
});

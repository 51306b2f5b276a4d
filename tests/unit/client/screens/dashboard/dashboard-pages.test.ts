import { expect, test } from 'vitest';
import { clientExtras } from '#src/client/extras.ts';
import {
  currentPageOf,
  dashboardPagesOf,
  footPagesOf,
  startPageOf,
} from '#src/client/screens/dashboard/dashboard-pages.ts';
import {
  moreSections,
  ownPagesBesideRail,
  railSections,
} from '#src/client/screens/dashboard/navigation/page-sections.ts';
import { signInTypes, type UserType } from '#src/contract/accounts/user-type.ts';
import type { Call } from '#src/contract/call.ts';
import { calls } from '#src/contract/calls.ts';
import type { ServerExtra } from '#src/server/context.ts';
import { serverExtras } from '#src/server/extras.ts';

/** Without pages that are opened from another one. */
function inNavigation(userType: UserType) {
  return dashboardPagesOf(userType).filter((page) => page.isInner !== true);
}

/** Labels in the zócalo of a phone, left of "Más". */
function footOf(userType: UserType, isLimited = false): string[] {
  const shown = dashboardPagesOf(userType, isLimited).filter((page) => page.isInner !== true);
  return footPagesOf(userType, shown).map(({ label }) => label);
}

test('the foot on a phone shows each role its four most used pages', () => {
  expect(footOf('GLOBAL_MARKET')).toEqual(['Inicio', 'Ventas', 'Caja', 'Pendientes']);
  expect(footOf('ADMIN')).toEqual(['Inicio', 'Mercados', 'Estantes', 'Reportes']);
  expect(footOf('ESTANTE')).toEqual(['Inicio', 'Escanear', 'Pendientes', 'Mis ventas']);
  expect(footOf('RECARGA')).toEqual(['Inicio', 'Generar recarga', 'Clientes', 'Puntos']);
});

test("with many pages the rail leaves out the person's own, and groups the others", () => {
  for (const role of ['ADMIN', 'GLOBAL_MARKET'] as const) {
    const all = inNavigation(role);
    const sections = railSections(all);
    expect(sections.map(({ name }) => name)).toEqual(['Hoy', 'Personas', 'Catálogo', 'Control']);
    const rail = sections.flatMap(({ pages }) => pages);
    expect([...rail, ...ownPagesBesideRail(all)]).toEqual(all);
    expect(rail.map(({ path }) => path)).not.toContain('ajustes');
    // Four heads of 24 px and rows of 48 px under a bar of 64 px fit a screen of 800 px.
    expect(rail.length).toBeLessThanOrEqual(13);
  }
  const shown = inNavigation('ESTANTE');
  expect(railSections(shown)).toEqual([{ name: '', pages: shown }]);
  expect(ownPagesBesideRail(shown)).toEqual([]);
});

test.each(signInTypes)('%s reaches every page by the foot or by Más', (role) => {
  for (const isLimited of [false, true]) {
    const all = dashboardPagesOf(role, isLimited);
    const foot = footPagesOf(role, all);
    const { work, own } = moreSections(
      all,
      all.filter((page) => !foot.includes(page)),
    );
    const reached = new Set([...foot, ...work.flatMap(({ pages }) => pages), ...own]);
    expect(all.filter((page) => !reached.has(page))).toEqual([]);
  }
});

test("a market's Más groups the pages missing in the foot, the person's own last", () => {
  const all = inNavigation('GLOBAL_MARKET');
  const foot = footPagesOf('GLOBAL_MARKET', all);
  const { work, own } = moreSections(
    all,
    all.filter((page) => !foot.includes(page)),
  );
  expect(work.map(({ name, pages }) => [name, ...pages.map(({ label }) => label)])).toEqual([
    ['Hoy', 'Reportes'],
    ['Personas', 'Estantes', 'Puntos de recarga', 'Clientes', 'Proveedores'],
    ['Catálogo', 'Productos', 'Puntos'],
    ['Control', 'Dispositivos', 'Auditoría'],
  ]);
  expect(own.map(({ label }) => label)).toEqual(['Su mercado', 'Ajustes', 'Ayuda']);
});

test('without a session only pages that work offline are shown', () => {
  expect(footOf('ESTANTE', true)).toEqual(['Inicio', 'Escanear', 'Pendientes', 'Mis ventas']);
});
test('with a PIN the start page is the work itself', () => {
  expect(startPageOf(dashboardPagesOf('ESTANTE', true), true).path).toBe('escanear');
  expect(startPageOf(dashboardPagesOf('RECARGA', true), true).path).toBe('puntos-de-recarga/create');
  expect(startPageOf(dashboardPagesOf('ESTANTE'), false).path).toBe('home');
});

/** Calls of each page when it opens; a page with two variants has a call for each. */
const opensWith: Record<string, readonly Call[]> = {
  home: [calls.readToday],
  'mercados-globales': [calls.listMarkets],
  estantes: [calls.listUsers],
  'puntos-de-recarga': [calls.listTopUpPoints],
  proveedores: [calls.listSuppliers],
  'estantes/products': [calls.listProducts],
  'estantes/create': [calls.createProduct, calls.addSupplierProduct],
  reportes: [calls.sumSales],
  auditoria: [calls.listDecisions],
  'puntos-de-recarga/create': [calls.findUser],
  clientes: [calls.listCustomers],
  puntos: [calls.listRewards],
  ventas: [calls.listSales],
  'ventas/por-revisar': [calls.listHeldStalls],
  caja: [calls.listTills, calls.listStallBalances],
  'caja/despues-de-restaurar': [calls.readRestored],
  escanear: [calls.findVoucher],
  dispositivos: [calls.listDevices],
  // The outbox belongs to this device; the manager's variant lists conflicts.
  pendientes: [],
  ajustes: [calls.changePassword],
  ayuda: [],
};

/** Returns the calls of the extra that adds this page. */
function callsOfExtra(path: string): readonly Call[] | undefined {
  const extra = Object.entries(clientExtras).find(([, { pages }]) =>
    pages?.some((page) => page.path === path),
  );
  const server: Readonly<Record<string, ServerExtra>> = serverExtras;
  return extra && Object.values(server[extra[0]]?.calls ?? {});
}

test.each(signInTypes)('%s may make the calls of each of its pages', (role) => {
  for (const { path } of dashboardPagesOf(role)) {
    const needed = opensWith[path] ?? callsOfExtra(path);
    expect([path, needed]).not.toEqual([path, undefined]);
    const isAllowed = (call: Call): boolean => call.roles.includes(role) || call.roles.length === 0;
    expect([path, needed?.length === 0 || needed?.some(isAllowed)]).toEqual([path, true]);
  }
});

test.each([
  ['GLOBAL_MARKET', 'ventas/por-revisar', 'ventas'],
  ['GLOBAL_MARKET', 'caja/despues-de-restaurar', 'caja'],
  ['ESTANTE', 'estantes/create', 'estantes/products'],
  ['PROVEEDOR', 'estantes/create', 'proveedores'],
  ['RECARGA', 'caja', 'caja'],
  ['ADMIN', 'no-existe', undefined],
] as const)('%s at %s: the navigation marks %s', (role, path, marked) => {
  expect(currentPageOf(`/dashboard/${path}`, inNavigation(role))?.path).toBe(marked);
});

test.each(signInTypes)('%s: the navigation marks a page wherever one is', (role) => {
  const unmarked = dashboardPagesOf(role).filter(
    ({ path }) => currentPageOf(`/dashboard/${path}`, inNavigation(role)) === undefined,
  );
  expect(unmarked).toEqual([]);
});

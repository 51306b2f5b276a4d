import { expect, test } from 'vitest';
import { dashboardPagesOf, footPagesOf, startPageOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import type { Call } from '#src/contract/call.ts';
import { calls } from '#src/contract/calls.ts';
import { signInTypes, type UserType } from '#src/contract/accounts/user-type.ts';

/** Labels in the zócalo of a phone, left of "Más". */
function footOf(userType: UserType, isLimited = false): string[] {
  const shown = dashboardPagesOf(userType, isLimited).filter((page) => page.isInner !== true);
  return footPagesOf(userType, shown).map(({ label }) => label);
}

test('a phone shows each role the four pages it goes to most', () => {
  expect(footOf('GLOBAL_MARKET')).toEqual(['Inicio', 'Estantes', 'Reportes', 'Caja']);
  expect(footOf('ADMIN')).toEqual(['Inicio', 'Mercados', 'Estantes', 'Reportes']);
  expect(footOf('ESTANTE')).toEqual(['Inicio', 'Escanear', 'Pendientes', 'Mis ventas']);
  expect(footOf('RECARGA')).toEqual(['Inicio', 'Generar recarga', 'Clientes', 'Puntos']);
});

test('without a session it shows only what works then', () => {
  expect(footOf('ESTANTE', true)).toEqual(['Inicio', 'Escanear', 'Pendientes', 'Mis ventas']);
});
test('with a PIN one begins at the work itself', () => {
  expect(startPageOf(dashboardPagesOf('ESTANTE', true), true).path).toBe('escanear');
  expect(startPageOf(dashboardPagesOf('RECARGA', true), true).path).toBe('puntos-de-recarga/create');
  expect(startPageOf(dashboardPagesOf('ESTANTE'), false).path).toBe('home');
});

/** What each page asks the server for when it opens; a page of two faces has a call for each. */
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
  caja: [calls.listTills, calls.listStallBalances],
  escanear: [calls.findVoucher],
  dispositivos: [calls.listDevices],
  // The outbox is this device's own; the manager's side of it lists conflicts.
  pendientes: [],
  ajustes: [calls.changePassword],
  ayuda: [],
};

test.each(signInTypes)('%s may make the calls of each of its pages', (role) => {
  for (const { path } of dashboardPagesOf(role)) {
    const needed = opensWith[path];
    expect([path, needed]).not.toEqual([path, undefined]);
    const isAllowed = (call: Call): boolean => call.roles.includes(role) || call.roles.length === 0;
    expect([path, needed?.length === 0 || needed?.some(isAllowed)]).toEqual([path, true]);
  }
});

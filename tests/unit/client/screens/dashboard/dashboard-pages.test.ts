import { expect, test } from 'vitest';
import { dashboardPagesOf, startPageOf } from '#src/client/pages.tsx';
import {
  currentPageOf,
  footOf,
  type Menu,
  railOf,
  tabsOf,
} from '#src/client/screens/dashboard/navigation/menu-of-pages.ts';
import { signInTypes } from '#src/contract/accounts/user-type.ts';

test('the rail has at most eight rows; only roles with many pages have Más there', () => {
  const rowsOf = ({ pages, beyond }: Menu) => [pages.length, beyond.length];
  const rows = signInTypes.map((role) => [role, rowsOf(railOf(role, dashboardPagesOf(role)))]);
  expect(Object.fromEntries(rows)).toEqual({
    ESTANTE: [6, 0],
    RECARGA: [6, 0],
    PROVEEDOR: [4, 0],
    GLOBAL_MARKET: [7, 6],
    ADMIN: [4, 9],
  });
  for (const role of signInTypes) expect(footOf(dashboardPagesOf(role)).pages).toHaveLength(4);
});

test.each(signInTypes)('%s reaches every page by the navigation, a tab or a link', (role) => {
  for (const isLimited of [false, true]) {
    const all = dashboardPagesOf(role, isLimited);
    const { pages, beyond } = footOf(all);
    const reached = [...pages, ...beyond];
    const tabs = reached.flatMap(({ path }) => tabsOf(`/dashboard/${path}`, all));
    const linked = all.filter(({ from }) => from !== undefined);
    expect(all.filter((page) => ![...reached, ...tabs, ...linked].includes(page))).toEqual([]);
  }
});

test('without a session only pages that work offline are shown', () => {
  const { pages, beyond } = footOf(dashboardPagesOf('ESTANTE', true));
  expect([...pages, ...beyond].map(({ path }) => path)).toEqual([
    'home',
    'escanear',
    'ventas',
    'dispositivos',
    'ayuda',
  ]);
});

test('with a PIN the start page is the work itself', () => {
  expect(startPageOf(dashboardPagesOf('ESTANTE', true), true).path).toBe('escanear');
  expect(startPageOf(dashboardPagesOf('RECARGA', true), true).path).toBe('puntos-de-recarga/create');
  expect(startPageOf(dashboardPagesOf('ESTANTE'), false).path).toBe('home');
});

test.each([
  ['GLOBAL_MARKET', 'pendientes', 'home'],
  ['ESTANTE', 'estantes/create', 'estantes/products'],
  ['PROVEEDOR', 'estantes/create', 'proveedores'],
  ['RECARGA', 'caja', 'caja'],
  ['ESTANTE', 'caja', 'ventas'],
  ['ADMIN', 'no-existe', undefined],
] as const)('%s at %s: the navigation marks %s', (role, path, marked) => {
  expect(currentPageOf(`/dashboard/${path}`, dashboardPagesOf(role))?.path).toBe(marked);
});

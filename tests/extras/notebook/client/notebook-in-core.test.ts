import { expect, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/pages.tsx';
import { currentPageOf } from '#src/client/screens/dashboard/navigation/menu-of-pages.ts';
import { notebook } from '#src/extras/notebook/client.tsx';

test('a market reaches the page of lists from two pages and from Más', () => {
  const shown = dashboardPagesOf('GLOBAL_MARKET');
  expect(currentPageOf('/dashboard/traer-hoja', shown)?.path).toBe('traer-hoja');
  expect(notebook.links.map(({ page, to }) => [page, to])).toEqual([
    ['estantes', 'traer-hoja'],
    ['clientes', 'traer-hoja'],
  ]);
});

test('only a market has the page', () => {
  for (const role of ['ADMIN', 'RECARGA', 'ESTANTE', 'PROVEEDOR'] as const) {
    expect(dashboardPagesOf(role).map(({ path }) => path)).not.toContain('traer-hoja');
  }
});

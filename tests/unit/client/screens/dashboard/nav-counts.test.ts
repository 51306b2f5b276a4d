import { expect, test } from 'vitest';
import { dashboardPagesOf } from '#src/client/pages.tsx';
import {
  countsOfMarket,
  countsWithTabs,
  footOf,
  sumOf,
} from '#src/client/screens/dashboard/navigation/menu-of-pages.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { quietToday } from '#tests/support/market/empty-figures.ts';

test('without waiting items there are no counts', () => {
  expect(countsOfMarket(quietToday)).toEqual(new Map());
  expect(sumOf(countsOfMarket(quietToday), dashboardPagesOf('GLOBAL_MARKET'))).toBeUndefined();
});

test('an overspend is red on Inicio, a silent device red on Más, and a waiting point counts on the page whose tab it is', () => {
  const counts = countsOfMarket({
    ...quietToday,
    approvals: {
      ...quietToday.approvals,
      stalls: { count: 2, names: ['Flores', 'Frutas'] },
      topUpPoints: { count: 1, names: ['La Plazuela'] },
    },
    overspends: { count: 1, total: toAmount(25_000), code: '4HTP-9WKM' },
    reviews: { count: 2, total: toAmount(9_000) },
    devices: { count: 1, first: { name: 'Tableta 7', operations: 3, lastSeenAt: null } },
  });
  const all = dashboardPagesOf('GLOBAL_MARKET');
  const shown = countsWithTabs(counts, all);
  expect(shown.get('home')).toEqual({ count: 3, isUrgent: true });
  expect(shown.get('estantes')).toEqual({ count: 3, isUrgent: false });
  expect(sumOf(shown, footOf(all).beyond)).toEqual({ count: 1, isUrgent: true });
});

test('a device that only requests to work here is no alarm', () => {
  const approvals = { ...quietToday.approvals, devices: { count: 1, names: ['Jairo'] } };
  const counts = countsOfMarket({ ...quietToday, approvals });
  expect(counts.get('dispositivos')).toEqual({ count: 1, isUrgent: false });
});

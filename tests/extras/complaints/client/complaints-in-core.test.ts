import { expect, test } from 'vitest';
import { currentPageOf, dashboardPagesOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import { toDoItems } from '#src/client/screens/home/to-do-items.ts';
import { tablesOf } from '#src/client/screens/reports/report-tables.ts';
import { toAmount, toPoints } from '#src/contract/brands.ts';
import { noOpenHandOvers } from '#src/contract/cash/till-hand-over.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { keptLines } from '#src/extras/complaints/client/kept-lines.ts';

const none = { count: 0, total: toAmount(0) };
const nobody = { count: 0, names: [] };
const quietDay: MarketToday = {
  purchases: none,
  topUps: none,
  lastWeek: toAmount(0),
  outstanding: none,
  owed: none,
  stalls: 2,
  topUpPoints: 1,
  approvals: { stalls: nobody, topUpPoints: nobody, devices: nobody },
  overspends: { ...none, code: '' },
  reviews: none,
  complaints: { count: 0, overdue: 0 },
  handOvers: noOpenHandOvers,
  takings: none,
  pointsOwed: nobody,
  devices: { count: 0, first: null },
  dayToClose: false,
  best: [],
};

test("a complaint is between the sales to review and the payouts in the manager's list", () => {
  const waiting = (complaints: MarketToday['complaints']) =>
    toDoItems({
      ...quietDay,
      reviews: { count: 1, total: toAmount(9_000) },
      owed: { count: 1, total: toAmount(5_000) },
      complaints,
    });
  expect(waiting({ count: 0, overdue: 0 }).map(({ id }) => id)).toEqual(['reviews', 'payouts']);
  const [, open] = waiting({ count: 1, overdue: 0 });
  expect(open).toMatchObject({ tone: 'pending', title: '1 reclamo por responder', to: 'reclamos' });
  const [, late] = waiting({ count: 3, overdue: 2 });
  expect(late).toMatchObject({ tone: 'refused', title: '3 reclamos por responder, 2 fuera de plazo' });
});

test.each([
  ['ADMIN', 'ventas'],
  ['GLOBAL_MARKET', 'ventas'],
  ['ESTANTE', 'ventas'],
  ['RECARGA', 'clientes'],
] as const)('%s has the page of complaints, and the navigation marks %s there', (role, marked) => {
  const shown = dashboardPagesOf(role);
  expect(shown.some(({ path }) => path === 'reclamos')).toBe(true);
  expect(currentPageOf('/dashboard/reclamos', shown)?.path).toBe(marked);
});

test('a supplier has no page of complaints', () => {
  expect(dashboardPagesOf('PROVEEDOR').some(({ path }) => path === 'reclamos')).toBe(false);
});

test('the report of a market ends its table of stalls with their complaints and the sum of them', () => {
  const stall = (estanteId: string, complaints: number): PurchaseSummary['stalls'][number] => ({
    estanteId,
    estanteName: estanteId,
    purchases: none,
    voids: none,
    payouts: none,
    deductions: none,
    complaints,
  });
  const totals: PurchaseSummary['totals'] = {
    purchases: none,
    voids: none,
    topUps: none,
    topUpVoids: none,
    refunds: none,
    openings: none,
    redemptions: none,
    payouts: none,
    deductions: none,
    expired: none,
    overspends: none,
    pointsEarned: toPoints(0),
    pointsRedeemed: toPoints(0),
  };
  const summary: PurchaseSummary = {
    from: '2026-10-28',
    to: '2026-10-28',
    days: [],
    stalls: [stall('a', 1), stall('b', 2)],
    products: [],
    topUpPoints: [],
    totals,
    previous: totals,
    outstanding: toAmount(0),
    points: toPoints(0),
    owed: none,
  };
  const table = tablesOf(summary, 'market', 'day').find(({ id }) => id === 'stalls');
  expect(table?.columns.at(-1)).toEqual({ head: 'Reclamos', of: 'count' });
  expect(table?.rows.map(({ cells }) => cells.at(-1))).toEqual([1, 2]);
  expect(table?.total?.at(-1)).toBe(3);
});

test("a customer's stored data names each complaint and the words of all three sides", () => {
  const complaint = {
    createAt: '2026-11-23T15:00:00.000Z',
    marketName: 'Plaza',
    code: 'R-0001',
    place: 'Frutas El Edén',
    reason: 'NOT_MINE' as const,
    words: 'No fui yo.',
    stallWords: '',
    answerWords: 'La firma es suya.',
  };
  const [line] = keptLines({ complaints: [complaint] });
  expect(line).toMatch(
    / · Plaza · R-0001 · Frutas El Edén · Yo no compré ahí · No fui yo\. · La firma es suya\.$/,
  );
});

import { describe, expect, test } from 'vitest';
import { dayAfter } from '#src/client/list/period/period.ts';
import { bucketsOf, fileTablesOf, tablesOf, unitOf } from '#src/client/screens/reports/report-tables.ts';
import { ticksOf } from '#src/client/ui/charts/bar-chart.tsx';
import type { PurchaseSummary, Sum } from '#src/contract/purchases/purchase-history.ts';
import { toAmount, toPoints } from '#src/protocol/brands.ts';
import { noTotals } from '#tests/support/market/empty-figures.ts';

const sum = (count: number, total: number): Sum => ({ count, total: toAmount(total) });
const none = sum(0, 0);

function dayFrom(first: string, n: number): PurchaseSummary['days'][number] {
  return {
    day: dayAfter(first, n),
    purchases: sum(2, 1000 + n),
    voids: sum(1, 100),
    topUps: sum(1, 2000),
    topUpVoids: sum(1, 500),
    payouts: none,
    outstanding: toAmount(5000 + n),
  };
}

function summary(length: number): PurchaseSummary {
  const days = Array.from({ length }, (_, n) => dayFrom('2026-10-28', n));
  return {
    from: '2026-10-28',
    to: days.at(-1)?.day ?? '',
    days,
    stalls: [
      {
        estanteId: 'a',
        estanteName: '=1+1',
        purchases: sum(1, 10),
        voids: none,
        payouts: none,
      },
      {
        estanteId: 'b',
        estanteName: 'Doña Rosalba',
        purchases: sum(3, 90),
        voids: none,
        payouts: sum(1, 50),
      },
    ],
    products: [],
    topUpPoints: [],
    totals: noTotals,
    previous: noTotals,
    outstanding: toAmount(5000),
    points: toPoints(0),
    owed: none,
  };
}

describe("a report's tables", () => {
  test('show the difference between top-ups and remaining sales', () => {
    const [days] = tablesOf(summary(2), 'market', 'day');
    expect(days?.columns.map(({ head }) => head)).toEqual([
      'Día',
      'Recargas',
      'Recargado',
      'Recargas anuladas',
      'Compras',
      'Cobrado',
      'Anulado',
      'Diferencia',
      'Dinero en códigos',
    ]);
    expect(days?.rows[1]?.cells).toEqual(['Jue 29', 1, 2000, 500, 2, 1001, 100, 599, 5001]);
    expect(days?.total).toEqual(['2 días', 2, 4000, 1000, 4, 2001, 200, 1199, 5001]);
  });

  test('order stalls by sales and add them up', () => {
    const [, stalls] = tablesOf(summary(1), 'market', 'day');
    expect(stalls?.rows.map(({ cells }) => cells[0])).toEqual(['Doña Rosalba', '=1+1']);
    expect(stalls?.total).toEqual(['Total', 4, 100, 0, 50]);
  });

  test('have only its own rows for a stall or a top-up point', () => {
    expect(tablesOf(summary(3), 'stall', 'day').map(({ id }) => id)).toEqual(['days']);
    expect(tablesOf(summary(3), 'point', 'day')[0]?.columns.map(({ head }) => head)).toEqual([
      'Día',
      'Recargas',
      'Recargado',
      'Recargas anuladas',
    ]);
  });

  test("list every day with its full date in a file, whatever the screen's grouping", () => {
    const [days] = fileTablesOf(summary(40), 'stall');
    expect(days?.rows).toHaveLength(40);
    expect(days?.rows[0]?.cells[0]).toBe('28/10/2026');
  });
});

describe('long periods', () => {
  test('are grouped by week and by month without losing anything', () => {
    expect([unitOf(31), unitOf(32), unitOf(120), unitOf(121)]).toEqual(['day', 'week', 'week', 'month']);
    const { days } = summary(40);
    const weeks = bucketsOf(days, 'week');
    expect(weeks.map(({ label }) => label).slice(0, 2)).toEqual(['28/10 a 01/11', '02/11 a 08/11']);
    const months = bucketsOf(days, 'month');
    expect(months.map(({ label }) => label)).toEqual(['Oct 2026', 'Nov 2026', 'Dic 2026']);
    for (const buckets of [weeks, months]) {
      expect(buckets.reduce((all, { purchases }) => all + purchases.total, 0)).toBe(
        days.reduce((all, { purchases }) => all + purchases.total, 0),
      );
      expect(buckets.at(-1)?.outstanding).toBe(days.at(-1)?.outstanding);
    }
  });
});

test('have chart steps that are round and cover every value', () => {
  expect(ticksOf([0, 4_120_000])).toEqual([0, 2_000_000, 4_000_000, 6_000_000]);
  expect(ticksOf([])).toEqual([0, 1]);
  expect(ticksOf([-60_000, 240_000])[0]).toBeLessThanOrEqual(-60_000);
  expect(ticksOf([3])).toEqual([0, 1, 2, 3]);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayAfter, type Period, type PeriodKind } from '#src/client/list/period/period.ts';
import { compare, ReportSentence } from '#src/client/screens/reports/report.tsx';
import type { PurchaseSummary, Sum } from '#src/contract/purchases/purchase-history.ts';
import { toAmount, toPoints } from '#src/protocol/brands.ts';
import { noTotals } from '#tests/support/market/empty-figures.ts';

const sum = (total: number): Sum => ({ count: total > 0 ? 1 : 0, total: toAmount(total) });

/** Days with these sales, from Monday 16 November on. */
function week(sold: readonly number[], before: number): PurchaseSummary {
  const none = sum(0);
  const totals = {
    ...noTotals,
    purchases: sum(sold.reduce((all, one) => all + one, 0)),
  };
  const days = sold.map((total, n) => ({
    day: dayAfter('2026-11-16', n),
    purchases: sum(total),
    voids: none,
    topUps: none,
    topUpVoids: none,
    payouts: none,
    outstanding: toAmount(0),
  }));
  return {
    from: '2026-11-16',
    to: dayAfter('2026-11-16', sold.length - 1),
    days,
    stalls: [],
    products: [],
    topUpPoints: [],
    totals,
    previous: { ...totals, purchases: sum(before) },
    outstanding: toAmount(1_937_500),
    points: toPoints(0),
    owed: none,
  };
}

function said(
  summary: PurchaseSummary,
  kind: PeriodKind,
  role: 'market' | 'stall' | 'point' = 'market',
): string {
  const period: Period = { kind, from: summary.from, to: summary.to };
  return renderToStaticMarkup(<ReportSentence summary={summary} role={role} period={period} />)
    .replaceAll('</p>', '|')
    .replaceAll('.</span><span', '. <span')
    .replaceAll(/<[^>]*>/g, '');
}

describe('the sentence of a report', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('states the total, its relation to the same days of the previous week, and the best day', () => {
    expect(said(week([221, 154, 392, 298, 515, 901], 1417), 'week')).toBe(
      'Esta semana se cobró $2,481, 75 % más que la anterior.|16 al 21 de nov. El sábado fue el mejor día, $901. ' +
        'Quedan $1,937,500 por gastar. Antes, 9 al 14 de nov: $1,417.|',
    );
  });

  it('ends after the amount when there is nothing to compare', () => {
    expect(said(week([500], 0), 'today', 'stall')).toBe('Hoy cobró $500.|16 de nov.|');
  });

  it('compares a started month with as many days of the previous one, and a day with the one a week earlier', () => {
    expect(said(week([500], 500), 'month')).toMatch(
      /^Este mes se cobró \$500, igual que el anterior\..*16 de oct: \$500/,
    );
    expect(said(week([250], 500), 'today')).toMatch(
      /^Hoy se cobró \$250, 50 % menos que hace una semana\..*9 de nov: \$500/,
    );
    expect(said(week([100, 200], 150), 'free')).toMatch(
      /^Del 16 al 17 de nov se cobró.*Antes, 14 al 15 de nov: \$150/,
    );
  });

  it('states that nothing was sold, or topped up', () => {
    expect(said(week([0], 500), 'yesterday')).toMatch(/^Ayer no se cobró nada\./);
    expect(said(week([700], 0), 'week', 'point')).toMatch(/^Esta semana no recargó nada\./);
  });
});

it('a figure is compared in words, with an empty text when there is no earlier one', () => {
  expect(compare(150, 100)).toBe('50 % más');
  expect(compare(50, 100)).toBe('50 % menos');
  expect(compare(1001, 1000)).toBe('igual');
  expect(compare(7, 0)).toBeNull();
});

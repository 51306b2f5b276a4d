import type * as z from 'zod/mini';
import { today as dayToday } from '#src/client/shared/period/period.ts';
import { toAmount, toPoints } from '#src/contract/brands.ts';
import type { Today } from '#src/contract/markets/today.ts';
import type { purchaseSummarySchema, Sum } from '#src/contract/purchases/purchase-history.ts';
import { practiceTexts } from '../../texts/practice-texts.ts';
import { type Books, standsOf, sumOf } from './books.ts';
import { placeNames, practiceMarket, type PracticeRole } from './invented.ts';

export const { marketName } = practiceTexts;

const none: Sum = { count: 0, total: toAmount(0) };

function sumsOf({ sales, topUps }: Books) {
  const voided = sales.flatMap(({ voids }) => voids.map(({ amount }) => amount));
  const undone = topUps.filter(({ isVoided }) => isVoided);
  return {
    purchases: { count: sales.length, total: toAmount(sumOf(sales.map(({ price }) => price))) },
    voids: { count: voided.length, total: toAmount(sumOf(voided)) },
    topUps: { count: topUps.length, total: toAmount(sumOf(topUps.map(({ monto }) => monto))) },
    topUpVoids: { count: undone.length, total: toAmount(sumOf(undone.map(({ monto }) => monto))) },
  };
}

/** Returns today's figures, the only day that practice has. */
export function todayOf(books: Books, role: PracticeRole): Today {
  const { purchases, topUps, topUpVoids } = sumsOf(books);
  return {
    name: placeNames[role],
    ownerName: practiceTexts.person,
    marketName,
    globalMarketId: practiceMarket,
    topUps: {
      count: topUps.count - topUpVoids.count,
      total: toAmount(topUps.total - topUpVoids.total),
    },
    purchases,
    pendingApprovals: 0,
    outstanding: toAmount(0),
  };
}

/** Fields with a default in the contract are left out. */
type Summary = z.input<typeof purchaseSummarySchema>;

export function summaryOf(books: Books): Summary {
  const day = dayToday();
  const sums = sumsOf(books);
  const totals: Summary['totals'] = {
    ...sums,
    refunds: none,
    redemptions: none,
    payouts: none,
    expired: none,
    overspends: none,
    pointsEarned: toPoints(0),
    pointsRedeemed: toPoints(0),
  };
  const before: Summary['totals'] = {
    ...totals,
    purchases: none,
    voids: none,
    topUps: none,
    topUpVoids: none,
  };
  return {
    from: day,
    to: day,
    days: [{ day, ...sums, payouts: none, outstanding: toAmount(0) }],
    stalls: [],
    topUpPoints: [],
    totals,
    previous: before,
    wholeVoids: books.sales.filter((sale) => standsOf(sale) === 0).length,
    outstanding: toAmount(0),
    points: toPoints(0),
    owed: { count: 1, total: toAmount(sumOf(books.sales.map(standsOf))) },
  };
}

import type { MarketToday } from '#src/contract/markets/today.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { toAmount, toPoints } from '#src/protocol/brands.ts';

const none = toAmount(0);
export const noSum = { count: 0, total: none };
const nobody = { count: 0, names: [] };

/** A market of two stalls and a point on a day on which nothing has happened or waits. */
export const quietToday: MarketToday = {
  purchases: noSum,
  topUps: noSum,
  lastWeek: none,
  outstanding: noSum,
  owed: noSum,
  stalls: 2,
  topUpPoints: 1,
  approvals: { stalls: nobody, topUpPoints: nobody, devices: nobody },
  overspends: { ...noSum, code: '' },
  reviews: noSum,
  closedVouchers: { ...noSum, first: null },
  fullTills: nobody,
  devices: { count: 0, first: null },
  dayToClose: false,
  best: [],
};

/** Totals of a period without movements. */
export const noTotals: PurchaseSummary['totals'] = {
  purchases: noSum,
  voids: noSum,
  topUps: noSum,
  topUpVoids: noSum,
  refunds: noSum,
  openings: noSum,
  redemptions: noSum,
  payouts: noSum,
  expired: noSum,
  overspends: noSum,
  pointsEarned: toPoints(0),
  pointsRedeemed: toPoints(0),
};

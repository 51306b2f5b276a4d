import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import {
  amountField,
  anyAmountField,
  anyOpIdField,
  anyPointsField,
  idField,
  instantField,
  pageQuery,
  textField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { askedInstantField } from '#src/contract/period-fields.ts';
import { soldProductSchema } from './sale-line.ts';

/** A period: `from` included, `to` not. */
export const purchaseHistoryQuerySchema = z.object({
  ...pageQuery,
  from: z.optional(askedInstantField),
  to: z.optional(askedInstantField),
  estanteId: z.optional(idField),
});
export type PurchaseHistoryQuery = z.infer<typeof purchaseHistoryQuerySchema>;

/** "2026-03-28" */
export const dayField = z.iso.date().check(z.regex(/^20\d\d-/));

/**
 * Whole days in the market's time zone, both included; without them the last 30. `compareFrom` is the first of the earlier
 * days that `previous` sums up, as many as the period has and none of it: a week so far beside the same days of the week
 * before. Without it they are the days right before.
 */
export const periodQuerySchema = z.object({
  from: z.optional(dayField),
  to: z.optional(dayField),
  compareFrom: z.optional(dayField),
});
export type PeriodQuery = z.infer<typeof periodQuerySchema>;

const sum = z.object({ count: z.int(), total: anyAmountField });
export type Sum = z.infer<typeof sum>;

const totals = z.object({
  /** before voids */
  purchases: sum,
  voids: sum,
  /** before what was undone */
  topUps: sum,
  topUpVoids: z._default(sum, { count: 0, total: toAmount(0) }),
  refunds: z._default(sum, { count: 0, total: toAmount(0) }),
  /** what the notebook owed to customers and stalls, less what was taken back */
  openings: z._default(sum, { count: 0, total: toAmount(0) }),
  redemptions: sum,
  payouts: sum,
  /** taken off payouts, less what was given back; `count` of what was taken off */
  deductions: z._default(sum, { count: 0, total: toAmount(0) }),
  expired: sum,
  overspends: sum,
  pointsEarned: anyPointsField,
  pointsRedeemed: anyPointsField,
});
export type PeriodTotals = z.infer<typeof totals>;

/**
 * resumen: a period summed, and the totals of as many earlier days. Totals in the smallest unit shown. A stall sees
 * its own purchases, a top-up point its own top-ups; what is not theirs is 0.
 */
export const purchaseSummarySchema = z.object({
  /** read from a copy: how old the last is that is surely in it, seconds */
  ageSeconds: z.optional(z.int()),
  from: dayField,
  to: dayField,
  days: z.array(
    z.object({
      day: dayField,
      purchases: sum,
      voids: sum,
      topUps: sum,
      topUpVoids: z._default(sum, { count: 0, total: toAmount(0) }),
      payouts: sum,
      deductions: z._default(sum, { count: 0, total: toAmount(0) }),
      /** on the market's vouchers when the day ended */
      outstanding: anyAmountField,
    }),
  ),
  stalls: z.array(
    z.object({
      estanteId: z.string(),
      estanteName: z.string(),
      purchases: sum,
      voids: sum,
      payouts: sum,
      deductions: z._default(sum, { count: 0, total: toAmount(0) }),
      /** reclamos written down in the period */
      complaints: z._default(z.int(), 0),
    }),
  ),
  topUpPoints: z.array(
    z.object({
      _id: z.string(),
      ownerName: z.string(),
      topUps: sum,
      /** undone, out of this till's cash */
      topUpVoids: z._default(sum, { count: 0, total: toAmount(0) }),
      /** papers that it replaced by itself or with a code of the market */
      reissues: z._default(sum, { count: 0, total: toAmount(0) }),
    }),
  ),
  /** what was sold, as far as stalls noted it */
  products: z._default(z.array(soldProductSchema), []),
  totals,
  previous: totals,
  /** sales of which nothing stands any more; `voids` counts each part that was given back. A stall's own; absent for others */
  wholeVoids: z.optional(z.int()),
  /** on the market's vouchers at the end of the period */
  outstanding: anyAmountField,
  /** points that its customers hold at the end of the period */
  points: anyPointsField,
  /** owed to stalls at the end of the period, and to how many; a stall: to itself */
  owed: z._default(sum, { count: 0, total: toAmount(0) }),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

/** anular una compra, toda o una parte: by its stall the same day, by its market any day */
export const purchaseVoidCommandSchema = z.object({
  codeCompra: textField(20),
  /** what is given back; without it all that stands */
  monto: z.optional(amountField),
  reason: textField(maxLength.reason),
});
export type PurchaseVoidCommand = z.infer<typeof purchaseVoidCommandSchema>;

export const purchaseVoidReceiptSchema = z.object({
  codeCompra: z.string(),
  /** balance of the voucher after the void, smallest unit shown */
  nuevoSaldo: anyAmountField,
  /** of the purchase */
  price: anyAmountField,
  /** what was given back, and what stands of the purchase; answers of before voids in part have neither: all of it */
  returned: z.optional(anyAmountField),
  stands: z.optional(anyAmountField),
  /** points that were taken back */
  points: anyPointsField,
  estanteName: z.string(),
  userName: z.string(),
  createAt: instantField,
  /** operations of the purchases that it is of, in the order they were paid; absent in answers of earlier releases */
  purchaseOpIds: z.optional(z.array(anyOpIdField)),
});
export type PurchaseVoidReceipt = z.infer<typeof purchaseVoidReceiptSchema>;

import * as z from 'zod/mini';
import { anyAmountField, anyOpIdField, anyPointsField, pageQuery, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { askedInstantField } from '#src/contract/period-fields.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { idField, instantField } from '#src/protocol/fields.ts';
import { soldProductSchema } from './purchase-line.ts';

/** A period: `from` inclusive, `to` exclusive. */
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
 * Whole days in the market's time zone, inclusive; by default the last 30. `compareFrom`: first of the
 * earlier days in `previous`, as many as the period has and outside it, such as the same days of the previous
 * week. By default they are the days right before.
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
  /** Before voids. */
  purchases: sum,
  voids: sum,
  /** Before voids. */
  topUps: sum,
  topUpVoids: z._default(sum, { count: 0, total: toAmount(0) }),
  refunds: z._default(sum, { count: 0, total: toAmount(0) }),
  /** Opening balances of customers and stalls from the notebook, less voided ones. */
  openings: z._default(sum, { count: 0, total: toAmount(0) }),
  redemptions: sum,
  payouts: sum,
  expired: sum,
  overspends: sum,
  pointsEarned: anyPointsField,
  pointsRedeemed: anyPointsField,
});
export type PeriodTotals = z.infer<typeof totals>;

/**
 * resumen: totals of a period and of as many earlier days. Totals in the smallest unit shown. A stall sees
 * its own purchases, a top-up point its own top-ups; other figures are 0.
 */
export const purchaseSummarySchema = z.object({
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
      /** Balance of the market's vouchers at the end of the day. */
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
    }),
  ),
  topUpPoints: z.array(
    z.object({
      _id: z.string(),
      ownerName: z.string(),
      topUps: sum,
      /** Voids paid from this till's cash. */
      topUpVoids: z._default(sum, { count: 0, total: toAmount(0) }),
      /** Vouchers that it reissued, with or without a market code. */
      reissues: z._default(sum, { count: 0, total: toAmount(0) }),
    }),
  ),
  /** Products sold, as far as stalls noted them. */
  products: z._default(z.array(soldProductSchema), []),
  totals,
  previous: totals,
  /** Balance of the market's vouchers at the end of the period. */
  outstanding: anyAmountField,
  /** Points of its customers at the end of the period. */
  points: anyPointsField,
  /** Owed to stalls at the end of the period, and to how many; for a stall, to itself. */
  owed: z._default(sum, { count: 0, total: toAmount(0) }),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

/** anular una compra: by its stall the same day, by its market any day */
export const purchaseVoidCommandSchema = z.object({
  codeCompra: textField(20),
  reason: textField(maxLength.reason),
  /** The sale is charged to the same voucher again: refused when that no longer pays. */
  again: z.optional(z.boolean()),
});
export type PurchaseVoidCommand = z.infer<typeof purchaseVoidCommandSchema>;

/**
 * Where the money of a void is. successor: on the voucher that replaced the purchase's. held: on a voucher that
 * no longer pays, until its market gives it to its owner.
 */
export const voidCredits = ['voucher', 'successor', 'held'] as const;
export type VoidCredit = (typeof voidCredits)[number];

export const purchaseVoidReceiptSchema = z.object({
  codeCompra: z.string(),
  /** Balance of the purchase's voucher after the void, smallest unit shown. */
  nuevoSaldo: anyAmountField,
  credit: z.enum(voidCredits),
  /** Price of the purchase. */
  price: anyAmountField,
  /** Points removed. */
  points: anyPointsField,
  estanteName: z.string(),
  userName: z.string(),
  createAt: instantField,
  /** Operation of the purchase. */
  purchaseOpId: anyOpIdField,
});
export type PurchaseVoidReceipt = z.infer<typeof purchaseVoidReceiptSchema>;

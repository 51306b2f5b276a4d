import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import {
  amountField,
  anyAmountField,
  balanceField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  textField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';

const sum = z._default(z.object({ count: z.int(), total: anyAmountField }), { count: 0, total: toAmount(0) });

/**
 * caja: cash expected in a top-up point's till by the ledger. `topUps` since its last hand-over or count,
 * `floats` since its last count.
 */
export const tillSchema = z.object({
  topUpPointId: z.string(),
  ownerName: z.string(),
  /** Smallest unit shown. */
  expected: balanceField,
  /** Handed over and not received yet. */
  inTransit: z._default(anyAmountField, toAmount(0)),
  /** Ceiling of its unreceived cash, `inTransit` included; 0 from an older server. */
  ceiling: z._default(anyAmountField, toAmount(0)),
  topUps: z.object({ count: z.int(), total: anyAmountField }),
  /** Voids of top-ups paid from this till. */
  topUpVoids: sum,
  /** base de caja: cash that the market gave it for the start of the day */
  floats: sum,
  lastCountAt: z.nullable(instantField),
  lastHandOverAt: z._default(z.nullable(instantField), null),
});
export type Till = z.infer<typeof tillSchema>;
export const tillListSchema = z.array(tillSchema);

/** Parties that can answer for a difference between the declared or expected and the counted cash. */
export const answerers = ['POINT', 'MARKET'] as const;
export type Answerer = (typeof answerers)[number];

/** Number of notes or coins of one value. */
export const countedPieces = z.object({
  value: z.int().check(z.gte(1), z.lte(1_000_000)),
  count: z.int().check(z.gte(1), z.lte(99_999)),
});
export type CountedPieces = z.infer<typeof countedPieces>;

/**
 * corte de caja. `expected` is the amount on the screen: if the till has changed since, the count is refused
 * and must be repeated. A difference needs a reason and a party that answers for it; an older app names none,
 * and then it is the market. A market counts at the point it names; a point hands over instead
 * (till-hand-over.ts). `pieces`: the counted notes and coins, as far as counted; at most `counted`.
 */
export const tillCountCommandSchema = z
  .object({
    counted: balanceField,
    expected: balanceField,
    reason: z.optional(textField(maxLength.reason)),
    answers: z.optional(z.enum(answerers)),
    topUpPointId: idField,
    pieces: z.optional(z.array(countedPieces).check(z.maxLength(20))),
  })
  .check(z.refine(({ counted, pieces: by = [] }) => worthOf(by) <= counted, { path: ['pieces'] }));
export type TillCountCommand = z.infer<typeof tillCountCommandSchema>;

/** Returns the value of the pieces, smallest unit shown. */
export function worthOf(by: readonly CountedPieces[]): number {
  return by.reduce((worth, { value, count }) => worth + value * count, 0);
}

export const tillCountSchema = z.object({
  _id: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  expected: anyAmountField,
  counted: anyAmountField,
  /** Counted less expected. */
  difference: anyAmountField,
  reason: z.string(),
  /** Party that answers for the difference; null without one, or in older counts. */
  answers: z._default(z.nullable(z.enum(answerers)), null),
  createAt: instantField,
  pieces: z._default(z.array(countedPieces), []),
});
export type TillCount = z.infer<typeof tillCountSchema>;
export const tillCountPageSchema = pageOf(tillCountSchema);
export type TillCountPage = z.infer<typeof tillCountPageSchema>;
export const tillCountQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  topUpPointId: z.optional(idField),
});

/** base de caja: cash of the market for a till; the next count returns it */
export const tillFloatCommandSchema = z.object({
  topUpPointId: idField,
  monto: amountField,
  note: z.optional(textField(maxLength.reason)),
});
export type TillFloatCommand = z.infer<typeof tillFloatCommandSchema>;

export const tillFloatSchema = z.object({
  _id: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  monto: anyAmountField,
  /** Cash in the till afterwards. */
  expected: anyAmountField,
  note: z.string(),
  createAt: instantField,
});
export type TillFloat = z.infer<typeof tillFloatSchema>;

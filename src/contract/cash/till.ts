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
 * caja: what a top-up point's till holds by the ledger. `topUps` since its last hand-over or count, `floats` since its
 * last count.
 */
export const tillSchema = z.object({
  topUpPointId: z.string(),
  ownerName: z.string(),
  /** smallest unit shown */
  expected: balanceField,
  /** handed over, and received by nobody yet */
  inTransit: z._default(anyAmountField, toAmount(0)),
  /** how much it may hold that nobody has received, `inTransit` included; 0: a server of before */
  ceiling: z._default(anyAmountField, toAmount(0)),
  topUps: z.object({ count: z.int(), total: anyAmountField }),
  /** top-ups undone out of this till */
  topUpVoids: sum,
  /** base de caja: what the market gave it to begin with */
  floats: sum,
  lastCountAt: z.nullable(instantField),
  lastHandOverAt: z._default(z.nullable(instantField), null),
});
export type Till = z.infer<typeof tillSchema>;
export const tillListSchema = z.array(tillSchema);

/** Who can answer for a difference between what was declared or expected and what was counted. */
export const answerers = ['POINT', 'MARKET'] as const;
export type Answerer = (typeof answerers)[number];

/** So many notes or coins of one value. */
export const countedPieces = z.object({
  value: z.int().check(z.gte(1), z.lte(1_000_000)),
  count: z.int().check(z.gte(1), z.lte(99_999)),
});
export type CountedPieces = z.infer<typeof countedPieces>;

/**
 * corte de caja. `expected` is what the screen showed: when the till has moved since, the count is refused and must be
 * repeated. A difference needs a reason and someone who answers for it; an older app names nobody, and then it is the
 * market. A market counts at the point it names; a point hands over instead (till-hand-over.ts). `pieces`: what it was
 * counted by, as far as it was; never more than `counted`.
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

/** Smallest unit shown. */
export function worthOf(by: readonly CountedPieces[]): number {
  return by.reduce((worth, { value, count }) => worth + value * count, 0);
}

export const tillCountSchema = z.object({
  _id: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  expected: anyAmountField,
  counted: anyAmountField,
  /** counted less expected */
  difference: anyAmountField,
  reason: z.string(),
  /** who answers for the difference; null when there is none, or it was counted before anybody was named */
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

/** base de caja: out of the market's own cash into a till; it comes back with the next count */
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
  /** in the till after it */
  expected: anyAmountField,
  note: z.string(),
  createAt: instantField,
});
export type TillFloat = z.infer<typeof tillFloatSchema>;

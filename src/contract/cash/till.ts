import * as z from 'zod/mini';
import { anyAmountField, pageOf, pageQuery, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { amountField, balanceField, idField, instantField, statedField } from '#src/protocol/fields.ts';

const sum = z._default(z.object({ count: z.int(), total: anyAmountField }), { count: 0, total: toAmount(0) });

/**
 * caja: cash that a point's till should hold by the ledger. Top-ups and their voids since the last receipt,
 * floats since the account was last closed.
 */
export const tillSchema = z.object({
  topUpPointId: z.string(),
  ownerName: z.string(),
  /** Smallest unit shown. */
  expected: balanceField,
  /** Maximum of unreceived cash: set for the point, or for all points of its market. */
  ceiling: anyAmountField,
  /** The ceiling applies to this point alone. */
  isOwnCeiling: z.boolean(),
  topUps: sum,
  /** Voids of top-ups paid from this till. */
  topUpVoids: sum,
  /** base de caja: cash that the market gave it for the start of the day */
  floats: sum,
  lastReceivedAt: z.nullable(instantField),
});
export type Till = z.infer<typeof tillSchema>;
export const tillListSchema = z.array(tillSchema);

/** From this share of its ceiling on a till is almost full: the market should receive its cash. */
export const nearlyFullFrom = 0.8;

/** A point's unreceived cash, and its ceiling. Smallest unit shown. */
export const tillRoomSchema = z.object({ cash: anyAmountField, ceiling: anyAmountField });
export type TillRoom = z.infer<typeof tillRoomSchema>;

/** Parties that can answer for a difference between the expected and the counted cash. */
export const answerers = ['POINT', 'MARKET'] as const;
export type Answerer = (typeof answerers)[number];

/** Number of notes or coins of one value. */
export const countedPieces = z.object({
  value: z.int().check(z.gte(1), z.lte(1_000_000)),
  count: z.int().check(z.gte(1), z.lte(99_999)),
});
export type CountedPieces = z.infer<typeof countedPieces>;

/**
 * recibir efectivo: cash of a point that a person of the market has counted. `closes` closes the till's
 * account: `expected` is the amount on the screen, and a difference needs a party that answers for it.
 * Without `closes` the rest stays in the till. `pieces`: the counted notes and coins, as far as counted; at
 * most `received`.
 */
export const cashReceivedCommandSchema = z
  .object({
    topUpPointId: idField,
    received: statedField,
    closes: z.optional(z.object({ expected: balanceField, answers: z.optional(z.enum(answerers)) })),
    pieces: z.optional(z.array(countedPieces).check(z.maxLength(20))),
  })
  .check(
    z.refine(({ received, pieces: by = [] }) => worthOf(by) <= received, {
      path: ['pieces'],
      error: 'Los billetes y monedas suman más que lo recibido.',
    }),
  );
export type CashReceivedCommand = z.infer<typeof cashReceivedCommandSchema>;

/** Returns the value of the pieces, smallest unit shown. */
export function worthOf(by: readonly CountedPieces[]): number {
  return by.reduce((worth, { value, count }) => worth + value * count, 0);
}

export const cashReceivedSchema = z.object({
  _id: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  /** Cash in the till before it. */
  expected: anyAmountField,
  received: anyAmountField,
  closes: z.boolean(),
  /** Received less expected; 0 unless it closes. */
  difference: anyAmountField,
  /** Party that answers for the difference; null without one. */
  answers: z.nullable(z.enum(answerers)),
  /** Cash in the till afterwards. */
  left: anyAmountField,
  createAt: instantField,
  pieces: z.array(countedPieces),
});
export type CashReceived = z.infer<typeof cashReceivedSchema>;
/** A row of the list, with the person who received it. */
export const cashReceivedRowSchema = z.extend(cashReceivedSchema, { byName: z.string() });
export type CashReceivedRow = z.infer<typeof cashReceivedRowSchema>;
export const cashReceivedPageSchema = pageOf(cashReceivedRowSchema);
export type CashReceivedPage = z.infer<typeof cashReceivedPageSchema>;
export const cashReceivedQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  topUpPointId: z.optional(idField),
});

/** tope de una caja: without `ceiling` its market's applies again. */
export const tillCeilingCommandSchema = z.object({ topUpPointId: idField, ceiling: z.optional(amountField) });
export type TillCeilingCommand = z.infer<typeof tillCeilingCommandSchema>;

/** base de caja: cash of the market for a till, which returns with what is received */
export const tillFloatCommandSchema = z.object({
  topUpPointId: idField,
  monto: amountField,
  note: z.optional(textField(maxLength.reason)),
});

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

import * as z from 'zod/mini';
import { amountField, anyAmountField, idField, instantField } from '#src/contract/fields.ts';
import { dayField } from '#src/contract/purchases/purchase-history.ts';

/**
 * Why sales are under review: the stall took more than usual, or they were paid with vouchers of a point
 * above its ceiling.
 */
export const takingsReasons = ['UNUSUAL', 'OVER_CEILING'] as const;
const takingsReasonSchema = z.enum(takingsReasons);
export type TakingsReason = z.infer<typeof takingsReasonSchema>;

const verdictSchema = z.enum(['RELEASED', 'KEPT']);
export type TakingsVerdict = z.infer<typeof verdictSchema>;

/** A stall with sales under review. */
export const heldStallSchema = z.object({
  estanteId: z.string(),
  estanteName: z.string(),
  /** Smallest unit shown. */
  held: anyAmountField,
  sales: z.int(),
  reasons: z.array(takingsReasonSchema),
  /** Points that issued the vouchers. */
  puntosRecarga: z.array(z.string()),
  /** A manager has seen everything and keeps it under review. */
  isKept: z.boolean(),
});
export type HeldStall = z.infer<typeof heldStallSchema>;
export const heldStallListSchema = z.array(heldStallSchema);

const takingsDaySchema = z.object({
  day: dayField,
  taken: anyAmountField,
  held: anyAmountField,
  /** Remaining sales, and the part under review; 0 where none is. */
  sales: z.int(),
  waiting: z.int(),
  /** Amount paid without review. */
  limit: anyAmountField,
  /** Median of the earlier days; null when there are too few. */
  usual: z.nullable(anyAmountField),
});

const heldSaleSchema = z.object({
  codeCompra: z.string(),
  createAt: instantField,
  userName: z.string(),
  shortCode: z.string(),
  price: anyAmountField,
  held: anyAmountField,
  reason: takingsReasonSchema,
  /** Its code was typed: the server had looked it up by short code shortly before. */
  isTyped: z.boolean(),
});
export type HeldSale = z.infer<typeof heldSaleSchema>;

/**
 * por revisar: a stall's sales under review, with the reasons. `days`: the latest ones and all under review,
 * oldest first.
 */
export const takingsSchema = z.object({
  ...heldStallSchema.shape,
  days: z.array(takingsDaySchema),
  /** Newest first, at most `mostHeldSales`. */
  rows: z.array(heldSaleSchema),
  /** Latest release since the stall's last payout; null for none. */
  released: z.nullable(z.object({ monto: anyAmountField, sales: z.int(), createAt: instantField })),
});
export type Takings = z.infer<typeof takingsSchema>;
export const takingsParamsSchema = z.object({ estanteId: idField });

/** Maximum sales under review in an answer. */
export const mostHeldSales = 200;

/** Liberar, or dejar en revisión: `monto` is the amount on the screen. Later sales are not affected. */
export const takingsCommandSchema = z.object({
  estanteId: idField,
  monto: amountField,
  verdict: verdictSchema,
});
export type TakingsCommand = z.infer<typeof takingsCommandSchema>;

export const takingsVerdictSchema = z.object({
  estanteId: z.string(),
  estanteName: z.string(),
  verdict: verdictSchema,
  monto: anyAmountField,
  sales: z.int(),
  createAt: instantField,
});
export type TakingsReceipt = z.infer<typeof takingsVerdictSchema>;

import * as z from 'zod/mini';
import { amountField, anyAmountField, idField, instantField } from '#src/contract/fields.ts';
import { dayField } from '#src/contract/purchases/purchase-history.ts';

/**
 * Why sales wait: the stall took more than is usual for it, or they were paid with vouchers of a point that passed its
 * ceiling.
 */
export const takingsReasons = ['UNUSUAL', 'OVER_CEILING'] as const;
const takingsReasonSchema = z.enum(takingsReasons);
export type TakingsReason = z.infer<typeof takingsReasonSchema>;

const verdictSchema = z.enum(['RELEASED', 'KEPT']);
export type TakingsVerdict = z.infer<typeof verdictSchema>;

/** A stall of which sales wait for a person of the market. */
export const heldStallSchema = z.object({
  estanteId: z.string(),
  estanteName: z.string(),
  /** smallest unit shown */
  held: anyAmountField,
  sales: z.int(),
  reasons: z.array(takingsReasonSchema),
  /** of these points the vouchers are */
  puntosRecarga: z.array(z.string()),
  /** a person has looked at it all, and keeps it */
  isKept: z.boolean(),
});
export type HeldStall = z.infer<typeof heldStallSchema>;
export const heldStallListSchema = z.array(heldStallSchema);

const takingsDaySchema = z.object({
  day: dayField,
  taken: anyAmountField,
  held: anyAmountField,
  /** how many sales stand, and how many of them wait; 0 where none waits */
  sales: z.int(),
  waiting: z.int(),
  /** paid without a look */
  limit: anyAmountField,
  /** the median of the days before; null when there are too few */
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
  /** its code was typed: the server had it looked up by its short code shortly before */
  isTyped: z.boolean(),
});
export type HeldSale = z.infer<typeof heldSaleSchema>;

/** por revisar: what of a stall's sales waits, and why. `days`: the latest ones and all that wait, the oldest first. */
export const takingsSchema = z.object({
  ...heldStallSchema.shape,
  days: z.array(takingsDaySchema),
  /** the newest first, at most `mostHeldSales` */
  rows: z.array(heldSaleSchema),
  /** the last release since the stall was last paid; null when there was none */
  released: z.nullable(z.object({ monto: anyAmountField, sales: z.int(), createAt: instantField })),
});
export type Takings = z.infer<typeof takingsSchema>;
export const takingsParamsSchema = z.object({ estanteId: idField });

/** How many waiting sales an answer carries. */
export const mostHeldSales = 200;

/** Liberar, or dejar en revisión: `monto` is what the screen showed. What has come to it since stays as it is. */
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

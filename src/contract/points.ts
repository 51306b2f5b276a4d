import * as z from 'zod/mini';
import { amountField, idField, instantField, pageOf, pageQuery, textField } from './fields.ts';
import { maxLength } from './limits.ts';
import { topUpReceiptSchema } from './top-up.ts';

/** premio: costs points; with `monto` it is handed over as a voucher of that amount */
export const rewardCommandSchema = z.object({
  name: textField(maxLength.productName),
  description: textField(maxLength.reason),
  pointsCost: amountField,
  monto: z.optional(amountField),
});
export type RewardCommand = z.infer<typeof rewardCommandSchema>;

export const rewardSchema = z.extend(rewardCommandSchema, { _id: z.string(), createAt: instantField });
export type Reward = z.infer<typeof rewardSchema>;
export const rewardListSchema = z.array(rewardSchema);

/** canje */
export const redemptionCommandSchema = z.object({ clientId: idField, pointsId: idField });
export type RedemptionCommand = z.infer<typeof redemptionCommandSchema>;
export const redemptionReceiptSchema = z.object({
  codeCanje: z.string(),
  puntosRestantes: z.int(),
  recarga: z.optional(topUpReceiptSchema),
});
export type RedemptionReceipt = z.infer<typeof redemptionReceiptSchema>;

/** historial de puntos: earned is positive, redeemed negative */
export const pointsRowSchema = z.object({
  _id: z.string(),
  clientId: z.string(),
  ownerName: z.string(),
  points: z.int(),
  reason: z.string(),
  createAt: instantField,
});
export type PointsRow = z.infer<typeof pointsRowSchema>;
export const pointsPageSchema = pageOf(pointsRowSchema);
export const pointsQuerySchema = z.object(pageQuery);

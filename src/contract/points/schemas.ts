import * as z from 'zod/mini';
import { anyMarketCodeField, anyPointsField, pageOf, pageQuery, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { amountField, idField, instantField, maxAmount } from '#src/protocol/fields.ts';

const pointsCostField = z.int().check(z.gte(1), z.lte(maxAmount)).brand<'Points', 'inout'>();

/** premio: costs points; with `monto` it is issued as a voucher of that amount */
export const rewardCommandSchema = z.object({
  name: textField(maxLength.productName),
  description: textField(maxLength.reason),
  pointsCost: pointsCostField,
  monto: z.optional(amountField),
});
export type RewardCommand = z.infer<typeof rewardCommandSchema>;

/** The reward with every field's new value; without `monto` it is a thing. */
export const rewardEditSchema = z.extend(rewardCommandSchema, { id: idField, active: z.boolean() });
export type RewardEdit = z.infer<typeof rewardEditSchema>;

export const rewardSchema = z.extend(rewardCommandSchema, {
  _id: z.string(),
  globalMarketId: anyMarketCodeField,
  /** False while paused, when it cannot be redeemed. */
  active: z.boolean(),
  createAt: instantField,
});
export type Reward = z.infer<typeof rewardSchema>;
export const rewardListSchema = z.array(rewardSchema);

/** canje; `pointsCost` is the price on the screen: a reward whose price has changed is refused */
export const redemptionCommandSchema = z.object({
  clientId: idField,
  pointsId: idField,
  pointsCost: z.optional(pointsCostField),
});
export const redemptionReceiptSchema = z.object({
  /** Code of the redemption, "K-7K4M2QXD". */
  codeCanje: z.string(),
  puntosRestantes: anyPointsField,
  points: anyPointsField,
  name: z.string(),
  ownerName: z.string(),
  createAt: instantField,
  recarga: z.optional(topUpReceiptSchema),
});
export type RedemptionReceipt = z.infer<typeof redemptionReceiptSchema>;

/**
 * historial de puntos: earned points are positive, redeemed or voided ones negative; `reason` names the
 * purchase or the reward
 */
export const pointsRowSchema = z.object({
  _id: z.string(),
  clientId: z.string(),
  ownerName: z.string(),
  points: anyPointsField,
  kind: z.enum(['purchase', 'void', 'redemption', 'assignment']),
  reason: z.string(),
  createAt: instantField,
});
export type PointsRow = z.infer<typeof pointsRowSchema>;
export const pointsPageSchema = pageOf(pointsRowSchema);
export type PointsPage = z.infer<typeof pointsPageSchema>;
export const pointsQuerySchema = z.object(pageQuery);

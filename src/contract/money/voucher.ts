import * as z from 'zod/mini';
import {
  anyAmountField,
  anyMarketCodeField,
  anyPointsField,
  anyVoucherIdField,
  instantField,
} from '../fields.ts';
import { publicUserSchema } from '../accounts/user.ts';

export const voucherStates = ['ACTIVE', 'SPENT', 'BLOCKED', 'EXPIRED'] as const;
export const voucherStateSchema = z.enum(voucherStates);
export type VoucherState = z.infer<typeof voucherStateSchema>;

/** código QR con saldo: what a scan or an opened link shows. `monto` is what remains; `status` true = Vigente. */
export const voucherViewSchema = z.object({
  clientId: publicUserSchema,
  monto: anyAmountField,
  status: z.boolean(),
  createAt: instantField,
  uuid: anyVoucherIdField,
  /** monto de la recarga */
  face: anyAmountField,
  state: voucherStateSchema,
  shortCode: z.string(),
  /** why it is blocked: a sale without a link took more than was left; or a person blocked it */
  blockedBecause: z.optional(z.enum(['overspend', 'person'])),
});
export type VoucherView = z.infer<typeof voucherViewSchema>;

/** What the holder of a voucher's link has, market by market, and what it is good for. */
export const holderPointsSchema = z.array(
  z.object({
    globalMarketId: anyMarketCodeField,
    marketName: z.string(),
    points: anyPointsField,
    rewards: z.array(
      z.object({ _id: z.string(), name: z.string(), description: z.string(), pointsCost: anyPointsField }),
    ),
  }),
);
export type HolderPoints = z.infer<typeof holderPointsSchema>;

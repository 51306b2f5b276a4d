import * as z from 'zod/mini';
import { publicUserSchema } from '#src/contract/accounts/schemas.ts';
import {
  anyAmountField,
  anyMarketCodeField,
  anyPointsField,
  anyVoucherIdField,
} from '#src/contract/fields.ts';
import { instantField } from '#src/protocol/fields.ts';

/** VOIDED: the top-up that paid for it was voided. JOINED: its balance went to another voucher. */
export const voucherStates = [
  'ACTIVE',
  'SPENT',
  'BLOCKED',
  'EXPIRED',
  'VOIDED',
  'REFUNDED',
  'JOINED',
] as const;
export const voucherStateSchema = z.enum(voucherStates);
export type VoucherState = z.infer<typeof voucherStateSchema>;

/**
 * Place of a balance in the ledger's order. `epoch`: the database's life, as in a receipt's seal. `position`:
 * all transactions below it are included.
 */
const ledgerMomentSchema = z.object({
  serverTime: instantField,
  epoch: z.int(),
  position: z.int(),
});

/**
 * código QR con saldo, as shown by a scan or an opened link. `monto` is the remaining balance; `status` true
 * = Vigente.
 */
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
  /** From this moment on it no longer pays; absent when it does not expire. */
  expiresAt: z.optional(instantField),
  /** Balance at its expiry, which went to the market. */
  passedOn: z.optional(anyAmountField),
  /** Why it is blocked: an offline sale took more than its balance, or a person blocked it. */
  blockedBecause: z.optional(z.enum(['overspend', 'person'])),
  /** Only for a signed-in stall, whose device dates the balance by it and not by its own clock. */
  readAt: z.optional(ledgerMomentSchema),
  /** Only for a signed-in stall: the holder's latest purchase there with this voucher by its link. */
  justPaid: z.optional(z.object({ price: anyAmountField, createAt: instantField, codeCompra: z.string() })),
});
export type VoucherView = z.infer<typeof voucherViewSchema>;

/** Redeemable points of a voucher's owner by market, and the rewards they can buy. */
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

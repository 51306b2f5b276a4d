import * as z from 'zod/mini';
import { publicUserSchema } from '#src/contract/accounts/schemas.ts';
import {
  anyAmountField,
  anyMarketCodeField,
  anyPointsField,
  anyVoucherIdField,
  instantField,
} from '#src/contract/fields.ts';

/** VOIDED: the top-up that paid for it was undone. JOINED: what was on it went to another paper. */
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
 * Where a balance stands in the ledger's order. `epoch`: the life of the database, as in a receipt's seal. `position`: all
 * transactions below it are in the balance.
 */
export const ledgerMomentSchema = z.object({
  serverTime: instantField,
  epoch: z.int(),
  position: z.int(),
});
export type LedgerMoment = z.infer<typeof ledgerMomentSchema>;

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
  /** from this moment on it pays no more; left out: it does not end */
  expiresAt: z.optional(instantField),
  /** what was left at its end, and is the market's */
  passedOn: z.optional(anyAmountField),
  /** why it is blocked: a sale without a link took more than was left; or a person blocked it */
  blockedBecause: z.optional(z.enum(['overspend', 'person'])),
  /** present when it has a PIN. `free`: balance that it gives without the PIN; `isBlocked`: wrong PINs blocked it */
  pin: z.optional(z.object({ free: anyAmountField, isBlocked: z.boolean() })),
  /** for a stall that is signed in: its device dates the balance by it, never by its own clock */
  readAt: z.optional(ledgerMomentSchema),
  /** for a stall that is signed in: what the holder has just bought of it with this voucher by its link, the newest */
  justPaid: z.optional(z.object({ price: anyAmountField, createAt: instantField, codeCompra: z.string() })),
});
export type VoucherView = z.infer<typeof voucherViewSchema>;

/**
 * What the owner of a voucher may still spend: on it alone for its holder, on all for staff and for a holder who types the owner's
 * identification (domain/voucher/what-is-shown.ts). Sums and days, and never what opens another voucher. Newest first, a hundred at most;
 * `total` and `count` are of all that is shown.
 */
export const holderCodesSchema = z.object({
  total: anyAmountField,
  count: z.int(),
  codes: z.array(
    z.object({
      monto: anyAmountField,
      createAt: instantField,
      expiresAt: z.optional(instantField),
      /** the one that was asked with */
      isThis: z.boolean(),
    }),
  ),
});
export type HolderCodes = z.infer<typeof holderCodesSchema>;

/** What the holder of a voucher's link has, market by market, and what it is good for. */
export const holderPointsSchema = z.array(
  z.object({
    globalMarketId: anyMarketCodeField,
    marketName: z.string(),
    points: anyPointsField,
    /** of `points`, those of sales of the market's day, which cannot be redeemed yet */
    pointsToConfirm: z.optional(anyPointsField),
    rewards: z.array(
      z.object({ _id: z.string(), name: z.string(), description: z.string(), pointsCost: anyPointsField }),
    ),
  }),
);
export type HolderPoints = z.infer<typeof holderPointsSchema>;

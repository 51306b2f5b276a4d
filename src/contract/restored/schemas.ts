import * as z from 'zod/mini';
import { deductionsField } from '#src/contract/cash/deduction.ts';
import {
  amountField,
  anyAmountField,
  atMost,
  idField,
  instantField,
  textField,
  voucherIdField,
} from '#src/contract/fields.ts';
import { maxJoined, maxLength } from '#src/contract/limits.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { refundReasonSchema } from '#src/contract/vouchers/refund.ts';

/** What a market is asked about the time that a restore lost: no device reports it. */
export const restoreKinds = ['payouts', 'refunds', 'joins'] as const;
const restoreKindSchema = z.enum(restoreKinds);
export type RestoreKind = z.infer<typeof restoreKindSchema>;

/**
 * waiting: not all of it is posted, because what it names has not come back. withdrawn: the market took it back
 * unposted.
 */
const confirmationStateSchema = z.enum(['waiting', 'posted', 'withdrawn']);
export type ConfirmationState = z.infer<typeof confirmationStateSchema>;

/** Letters as people type them: any case, with spaces and dashes, and O, I, L for 0, 1, 1. */
function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** "G-7K4M2QXD", as the stall's receipt and the signing sheet name a payout. */
export const payoutCodeField = z.string().check(
  atMost(20),
  z.overwrite((typed) => `G-${plainCode(typed).replace(/^G(?=.{8}$)/, '')}`),
  z.regex(/^G-[0-9A-HJKMNP-TV-Z]{8}$/),
);
/** "7K4M-2QXD", as it is printed on a voucher. */
export const shortCodeField = z.string().check(
  atMost(20),
  z.overwrite((typed) => plainCode(typed).replace(/^(.{4})(.{4})$/, '$1-$2')),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
);

/** The restore that the page showed: an answer never counts for a later one. */
const epochField = z.int().check(z.gte(1));

/** Sí se pagó: a payout of the lost time, by the code on its paper. `monto` is what was handed over, after `deductions`. */
export const restoredPayoutCommandSchema = z.object({
  epoch: epochField,
  codePago: payoutCodeField,
  estanteId: idField,
  monto: amountField,
  deductions: deductionsField,
});
export type RestoredPayoutCommand = z.infer<typeof restoredPayoutCommandSchema>;

/** A voucher that was refunded in the lost time, by its short code, and the cash that its owner signed for. */
export const restoredRefundCommandSchema = z.object({
  epoch: epochField,
  code: shortCodeField,
  monto: amountField,
  reason: refundReasonSchema,
});
export type RestoredRefundCommand = z.infer<typeof restoredRefundCommandSchema>;

/**
 * Vouchers that were joined in the lost time, by their short codes. Their money goes to the new voucher `newUuid`, made
 * by the client; `monto`: no more than this, where the customer's paper names it.
 */
export const restoredJoinCommandSchema = z.object({
  epoch: epochField,
  codes: z.array(shortCodeField).check(
    z.minLength(2),
    z.maxLength(maxJoined),
    z.refine((codes) => new Set(codes).size === codes.length),
  ),
  monto: z.optional(amountField),
  newUuid: voucherIdField,
});
export type RestoredJoinCommand = z.infer<typeof restoredJoinCommandSchema>;

/** No hice más: nothing more of these kinds was done in the lost time. */
export const restoreAnswerCommandSchema = z.object({
  epoch: epochField,
  kinds: z.array(restoreKindSchema).check(
    z.minLength(1),
    z.maxLength(restoreKinds.length),
    z.refine((kinds) => new Set(kinds).size === kinds.length),
  ),
});
export type RestoreAnswerCommand = z.infer<typeof restoreAnswerCommandSchema>;

/** quitar: what is not posted of a confirmation is no longer waited for */
export const restoreWithdrawCommandSchema = z.object({
  /** of the operation that confirmed it */
  id: z.string().check(z.regex(/^[\x21-\x7e]{8,64}$/)),
  reason: textField(maxLength.reason),
});
export type RestoreWithdrawCommand = z.infer<typeof restoreWithdrawCommandSchema>;

export const confirmationSchema = z.object({
  _id: z.string(),
  kind: restoreKindSchema,
  /** of the payout, or of the vouchers */
  codes: z.array(z.string()),
  /** of a payout; '' of what is no payout */
  estanteName: z.string(),
  /** what the paper says; null for a join that names no sum. Smallest unit shown */
  monto: z.nullable(anyAmountField),
  deducted: anyAmountField,
  state: confirmationStateSchema,
  /** of `monto`, what is in the books */
  posted: anyAmountField,
  saidBy: z.string(),
  createAt: instantField,
});
export type Confirmation = z.infer<typeof confirmationSchema>;

/** `recarga`: what the new paper is printed from; absent while the join waits. */
export const restoredJoinSchema = z.extend(confirmationSchema, { recarga: z.optional(topUpReceiptSchema) });
export type RestoredJoin = z.infer<typeof restoredJoinSchema>;

/** `open`: the kinds without an answer. Payouts are open again when there are none. */
export const restoreAnsweredSchema = z.object({ open: z.array(restoreKindSchema), createAt: instantField });
export type RestoreAnswered = z.infer<typeof restoreAnsweredSchema>;

const counted = z.object({ count: z.int(), total: anyAmountField });
const lastKnown = z.nullable(z.object({ code: z.string(), createAt: instantField }));

/** A device of the market after a restore. `from`, `to`: the first and the last number that it owes. */
const restoredDeviceSchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** stalls and top-up points that work on it */
  places: z.array(z.string()),
  lastSeenAt: z.nullable(instantField),
  returnedAt: z.nullable(instantField),
  owes: z.int(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  /** operations that are here and wait for a top-up of another device */
  waiting: z.int(),
});
export type RestoredDevice = z.infer<typeof restoredDeviceSchema>;

const restoreSchema = z.object({
  epoch: z.int(),
  /** restored: by the person who runs the server; noticed: a device showed what the database does not have */
  reason: z.enum(['restored', 'noticed']),
  /**
   * the lost time: from the newest movement of the copy (null when the server does not know) until the server began
   * again or noticed it
   */
  knownUntil: z.nullable(instantField),
  startedAt: instantField,
  back: z.object({ sales: counted, topUps: counted }),
  devices: z.array(restoredDeviceSchema),
  /** the newest of each kind that the copy has */
  last: z.object({ payouts: lastKnown, refunds: lastKnown, joins: lastKnown }),
  confirmed: z.array(confirmationSchema),
  answers: z.array(z.object({ kind: restoreKindSchema, saidBy: z.string(), createAt: instantField })),
  /** all accounts of the market sum to 0 */
  addsUp: z.boolean(),
});
export type Restore = z.infer<typeof restoreSchema>;

/** null when nothing was restored since there is this market. */
export const restoredSchema = z.object({ restore: z.nullable(restoreSchema) });
export type Restored = z.infer<typeof restoredSchema>;

import * as z from 'zod/mini';
import { idField, instantField } from '#src/protocol/fields.ts';
import { pageOf, pageQuery } from '../fields.ts';
import { askedInstantField } from '../period-fields.ts';
import type { UserType } from './user-type.ts';

/** Decisions recorded in /auditoria; a closed list. */
export const decisionKinds = [
  'account-approved',
  'account-rejected',
  'account-deleted',
  'account-restored',
  'market-created',
  'settings-changed',
  'password-changed',
  'password-reset-issued',
  'password-reset',
  'sessions-ended',
  'customer-edited',
  'customers-merged',
  'customer-forgotten',
  'data-policy-changed',
  'product-edited',
  'product-removed',
  'purchase-voided',
  'top-up-voided',
  'sheet-brought',
  'slips-made',
  'voucher-refunded',
  'voucher-blocked',
  'voucher-unblocked',
  'voucher-reissued',
  'vouchers-joined',
  'voucher-expired',
  'reward-created',
  'reward-edited',
  'reward-deleted',
  'points-redeemed',
  'cash-received',
  'till-ceiling-set',
  'float-given',
  'stall-paid',
  'payment-way-changed',
  'clearing-settled',
  'day-closed',
  'device-enrolled',
  'device-approved',
  'device-rejected',
  'device-renamed',
  'device-revoked',
  'device-restored',
  'rescue-delivered',
  'limits-changed',
  'conflict-assigned',
  'keys-rotated',
  'codes-guessed',
  'market-code-made',
  'sign-in-failed',
  'sign-in-locked',
  'second-factor-on',
  'second-factor-off',
  'second-factor-failed',
  'recovery-code-used',
] as const;
export const decisionKindSchema = z.enum(decisionKinds);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

/** Types of subjects of decisions; each has a text. */
export type DecisionSubject =
  | UserType
  | 'VOUCHER'
  | 'REWARD'
  | 'DEVICE'
  | 'LIMITS'
  | 'KEY'
  | 'DAY'
  | 'CONFLICT'
  | 'PURCHASE'
  | 'TOP_UP'
  | 'SHEET';

/** Names of the facts that a decision may record; each has a text (client/texts/reports/audit-texts.ts). */
export type DecisionFact =
  | 'status'
  | 'rows'
  | 'count'
  | 'fileHash'
  | 'visible'
  | 'reason'
  | 'name'
  | 'identificacion'
  | 'phone'
  | 'contact'
  | 'text'
  | 'years'
  | 'verdict'
  | 'active'
  | 'price'
  | 'unit'
  | 'description'
  | 'kind'
  | 'pointsEvery'
  | 'registrationOpen'
  | 'receiptHeading'
  | 'receiptFooter'
  | 'expected'
  | 'counted'
  | 'difference'
  | 'owed'
  | 'way'
  | 'ending'
  | 'code'
  | 'run'
  | 'includeWithheld'
  | 'parts'
  | 'newCode'
  | 'withCode'
  | 'purpose'
  | 'reissueDelayMinutes'
  | 'reissuesPerDay'
  | 'monto'
  | 'refundsOn'
  | 'rewardsPerDay'
  | 'creditLine'
  | 'tillCeiling'
  | 'answers'
  | 'refundCap'
  | 'paidFrom'
  | 'shortCode'
  | 'creditor'
  | 'sum'
  | 'addsUp'
  | 'cash'
  | 'treasury'
  | 'voucher'
  | 'stall'
  | 'clearing'
  | 'overspend'
  | 'redemption'
  | 'breakage'
  | 'opening'
  | 'cash-difference'
  | 'debt'
  | 'guarantee'
  | 'kid'
  | 'pointsCost'
  | 'points'
  | 'reward'
  | 'posted'
  | 'nuevoSaldo'
  | 'ownerName'
  | 'email'
  | 'globalMarketId'
  | 'perVoucher'
  | 'perDevice'
  | 'snapshotHours'
  | 'kioskVoucher'
  | 'kioskTotal'
  | 'foreignVoucher'
  | 'version'
  | 'blocked'
  | 'revoked'
  | 'state'
  | 'to'
  | 'note'
  | 'address'
  | 'operator';
export type DecisionFacts = Partial<Record<DecisionFact, unknown>>;

const facts = z.nullable(z.record(z.string(), z.unknown()));

/** One decision: person, kind, time and device, with the values before and after; no secrets. */
export const decisionRowSchema = z.object({
  _id: z.string(),
  kind: decisionKindSchema,
  createAt: instantField,
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  actorType: z.string(),
  marketName: z.string(),
  deviceId: z.nullable(z.string()),
  subject: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  before: facts,
  after: facts,
});
export type DecisionRow = z.infer<typeof decisionRowSchema>;
export const decisionPageSchema = pageOf(decisionRowSchema);
export type DecisionPage = z.infer<typeof decisionPageSchema>;

export const decisionQuerySchema = z.object({
  ...pageQuery,
  kind: z.optional(decisionKindSchema),
  actorId: z.optional(idField),
  from: z.optional(askedInstantField),
  to: z.optional(askedInstantField),
});
export type DecisionQuery = z.infer<typeof decisionQuerySchema>;

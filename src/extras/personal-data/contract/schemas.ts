import * as z from 'zod/mini';
import { decisionKindSchema } from '#src/contract/accounts/decision.ts';
import { noticeField } from '#src/contract/accounts/notice.ts';
import { userSchema } from '#src/contract/accounts/schemas.ts';
import { consentSchema } from '#src/contract/customers/schemas.ts';
import { anyAmountField, anyMarketCodeField, anyPointsField, atMost } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { idField, instantField } from '#src/protocol/fields.ts';

/** The customer agreed to this text in front of the caller. */
export const consentCommandSchema = z.object({ id: idField, notice: noticeField });
export type ConsentCommand = z.infer<typeof consentCommandSchema>;

const paragraphs = z.string().check(z.trim(), atMost(3_000), z.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u));

/** A market's data policy. `text` empty: the default text. `years` 0: no customer is erased by age. */
export const dataPolicyEditSchema = z.object({
  contact: z.string().check(z.trim(), atMost(maxLength.reason), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  text: paragraphs,
  years: z.int().check(z.gte(0), z.lte(50)),
});
export type DataPolicyEdit = z.infer<typeof dataPolicyEditSchema>;

/** Política de datos of a market, for every visitor. */
export const dataPolicySchema = z.object({
  marketName: z.string(),
  globalMarketId: anyMarketCodeField,
  contact: z.string(),
  text: z.string(),
  years: z.int(),
});
export type DataPolicy = z.infer<typeof dataPolicySchema>;

const at = { createAt: instantField, marketName: z.string() };

/**
 * All stored data of a customer that the requesting market may see (ADMIN: everything), newest first. Amounts
 * in the smallest unit shown. `ids` includes customers merged into this one.
 */
export const personalDataSchema = z.object({
  madeAt: instantField,
  /** Empty for every market. */
  marketName: z.string(),
  person: userSchema,
  ids: z.array(z.string()),
  consents: z.array(consentSchema),
  vouchers: z.array(
    z.object({
      ...at,
      shortCode: z.string(),
      face: anyAmountField,
      balance: anyAmountField,
      blocked: z.boolean(),
    }),
  ),
  topUps: z.array(z.object({ ...at, amount: anyAmountField, place: z.string() })),
  purchases: z.array(
    z.object({ ...at, code: z.string(), amount: anyAmountField, place: z.string(), voided: z.boolean() }),
  ),
  points: z.array(z.object({ ...at, points: anyPointsField })),
  decisions: z.array(z.object({ ...at, kind: decisionKindSchema, actorName: z.string() })),
  refunds: z._default(z.array(z.object({ ...at, code: z.string(), amount: anyAmountField })), []),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** The signed-in person's account, sessions and devices. */
export const ownDataSchema = z.object({
  madeAt: instantField,
  person: userSchema,
  sessions: z.array(z.object({ since: instantField, until: instantField })),
  devices: z.array(z.object({ name: z.string(), since: instantField })),
  decisions: z.array(z.object({ createAt: instantField, kind: decisionKindSchema, subject: z.string() })),
});
export type OwnData = z.infer<typeof ownDataSchema>;

/** The customer's name, documents and numbers are erased; rows about money are unchanged. */
export const forgottenSchema = z.object({ forgottenAt: instantField });

import * as z from 'zod/mini';
import { noticeField } from '#src/contract/accounts/notice.ts';
import { userSchema } from '#src/contract/accounts/schemas.ts';
import {
  anyMarketCodeField,
  anyPointsField,
  customerNameField,
  emailField,
  identificacionField,
  pageOf,
  pageQuery,
  phoneField,
} from '#src/contract/fields.ts';
import { voucherViewSchema } from '#src/contract/vouchers/schemas.ts';
import { balanceField, idField, instantField } from '#src/protocol/fields.ts';

/**
 * aceptación: consent with the version of the notice, the time, and the operator who recorded it. `operator`
 * is empty when customers recorded it themselves.
 */
export const consentSchema = z.object({
  notice: z.string(),
  createAt: instantField,
  operator: z.string(),
  marketName: z.string(),
  how: z.enum(['staff', 'self', 'offline']),
});
export type Consent = z.infer<typeof consentSchema>;

/** cliente, registered by staff */
export const customerCommandSchema = z.object({
  ownerName: customerNameField,
  identificacion: identificacionField,
  phone: z.optional(phoneField),
  /** Only for finding the customer; it does not sign in. */
  email: z.optional(emailField),
  id: z.optional(idField),
  /** Version of the notice to which they consented. */
  notice: z.optional(noticeField),
});
export type CustomerCommand = z.infer<typeof customerCommandSchema>;

/**
 * The customer with every field's new value; a missing `phone` removes it. `email`: empty removes it; absent,
 * as in an older client, keeps it.
 */
export const customerEditSchema = z.object({
  id: idField,
  ownerName: customerNameField,
  identificacion: identificacionField,
  phone: z.optional(phoneField),
  email: z.optional(z.union([z.literal(''), emailField])),
});
export type CustomerEdit = z.infer<typeof customerEditSchema>;

/** Merges duplicate customers: `id` is hidden and resolves to `into`. */
export const customersMergedSchema = z.object({ id: idField, into: idField });
export type CustomersMerged = z.infer<typeof customersMergedSchema>;

export const customerListQuerySchema = z.object({
  ...pageQuery,
  sort: z.optional(z.enum(['recent', 'oldest', 'name'])),
  /** Lists deleted customers instead. */
  deleted: z.optional(z.enum(['true', 'false'])),
  /** Lists only probable doubles: customers who share a number with another one. */
  doubles: z.optional(z.enum(['true', 'false'])),
});
export type CustomerListQuery = z.infer<typeof customerListQuerySchema>;

/** `balance` and points: as in the detail. */
export const customerPageSchema = pageOf(
  z.extend(userSchema, {
    balance: balanceField,
    points: anyPointsField,
    vouchers: z.int(),
  }),
);
export type CustomerPage = z.infer<typeof customerPageSchema>;

/**
 * `balance`: sum of the active vouchers, smallest unit shown. `points`: redeemable in the requesting market, so
 * without those of its day; negative when a purchase was voided after its points were spent. A market sees
 * vouchers that it issued; ADMIN sees all.
 */
export const customerDetailSchema = z.object({
  client: userSchema,
  /** Probable doubles: others who share its number. A person decides whether they are the same. */
  sameNumber: z.array(userSchema),
  /** Newest first; empty for "sin constancia". */
  consents: z.optional(z.array(consentSchema)),
  balance: balanceField,
  points: anyPointsField,
  vouchers: z.array(
    z.extend(z.omit(voucherViewSchema, { clientId: true, uuid: true }), {
      /** Movement that issued it, by which staff identify it. */
      _id: z.string(),
      globalMarketId: anyMarketCodeField,
      marketName: z.string(),
      /** Issued by a top-up, which can be voided while unspent. */
      isToppedUp: z.optional(z.boolean()),
      /** Short code of the voucher that replaced it. */
      reissuedAs: z.optional(z.string()),
    }),
  ),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

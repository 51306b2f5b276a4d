import * as z from 'zod/mini';
import { noticeField } from '#src/contract/accounts/notice.ts';
import { userSchema } from '#src/contract/accounts/schemas.ts';
import {
  anyMarketCodeField,
  anyPointsField,
  balanceField,
  customerNameField,
  emailField,
  idField,
  identificacionField,
  pageOf,
  pageQuery,
  phoneField,
} from '#src/contract/fields.ts';
import { voucherViewSchema } from '#src/contract/vouchers/schemas.ts';
import { consentSchema } from './consent.ts';

/** cliente, registered by staff */
export const customerCommandSchema = z.object({
  ownerName: customerNameField,
  identificacion: identificacionField,
  phone: z.optional(phoneField),
  /** what staff can find the customer by; nobody signs in with it */
  email: z.optional(emailField),
  id: z.optional(idField),
  /** the version of the notice they said yes to */
  notice: z.optional(noticeField),
});
export type CustomerCommand = z.infer<typeof customerCommandSchema>;

/**
 * The same customer with every field as it is to be; without `phone` there is none. `email` empty: none; left out, as an
 * older client does: it stays.
 */
export const customerEditSchema = z.object({
  id: idField,
  ownerName: customerNameField,
  identificacion: identificacionField,
  phone: z.optional(phoneField),
  email: z.optional(z.union([z.literal(''), emailField])),
});
export type CustomerEdit = z.infer<typeof customerEditSchema>;

/** Two rows of one document are one person: `id` is hidden and read with `into` from then on. */
export const customersMergedSchema = z.object({ id: idField, into: idField });
export type CustomersMerged = z.infer<typeof customersMergedSchema>;

export const customerListQuerySchema = z.object({
  ...pageQuery,
  sort: z.optional(z.enum(['recent', 'oldest', 'name'])),
  /** the deleted ones instead */
  deleted: z.optional(z.enum(['true', 'false'])),
  /** only those whose document another one has as well, from before documents were compared */
  repeated: z.optional(z.enum(['true', 'false'])),
});
export type CustomerListQuery = z.infer<typeof customerListQuerySchema>;

/** `balance` and points: as in the detail. */
export const customerPageSchema = pageOf(
  z.extend(userSchema, {
    balance: balanceField,
    points: anyPointsField,
    pointsToConfirm: z.optional(anyPointsField),
    vouchers: z.int(),
  }),
);
export type CustomerPage = z.infer<typeof customerPageSchema>;

/**
 * `balance`: sum of the active vouchers, smallest unit shown. `points`: of the asking market; below 0 when a purchase
 * was voided after its points were spent. A market sees what it issued itself; ADMIN all.
 */
export const customerDetailSchema = z.object({
  client: userSchema,
  /** others with the same document: a person decides whether they are one; absent: a server of before */
  sameDocument: z.optional(z.array(userSchema)),
  /** newest first; none: "sin constancia" */
  consents: z.optional(z.array(consentSchema)),
  balance: balanceField,
  points: anyPointsField,
  /** of `points`, those of sales of the market's day, which cannot be redeemed yet; absent: a server that knows none */
  pointsToConfirm: z.optional(anyPointsField),
  vouchers: z.array(
    z.extend(z.omit(voucherViewSchema, { clientId: true, uuid: true }), {
      /** the movement that issued it: what staff name it by */
      _id: z.string(),
      globalMarketId: anyMarketCodeField,
      marketName: z.string(),
      /** a top-up paid for it: unspent, that can be undone */
      isToppedUp: z.optional(z.boolean()),
      /** short code of the voucher that took its place */
      reissuedAs: z.optional(z.string()),
    }),
  ),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

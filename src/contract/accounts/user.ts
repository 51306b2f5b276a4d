import * as z from 'zod/mini';
import {
  anyMarketCodeField,
  globalMarketIdField,
  instantField,
  pageOf,
  pageQuery,
  textField,
} from '../fields.ts';
import { maxLength } from '../limits.ts';
import { accountStatusSchema, userTypeSchema } from './user-type.ts';

/** cuenta: any account of the platform. Empty text where the type has no such field. */
export const userSchema = z.object({
  _id: z.string(),
  email: z.string(),
  identificacion: z.string(),
  ownerName: z.string(),
  phone: z.string(),
  status: accountStatusSchema,
  userType: userTypeSchema,
  visible: z.boolean(),
  createAt: instantField,
  globalMarketId: z.optional(anyMarketCodeField),
  marketName: z.optional(z.string()),
  estanteName: z.optional(z.string()),
  /** why the account was rejected */
  reason: z.optional(z.string()),
});
export type User = z.infer<typeof userSchema>;

/** What the holder of a voucher link may see of its owner, without an account. */
export const publicUserSchema = z.pick(userSchema, {
  _id: true,
  ownerName: true,
  identificacion: true,
  createAt: true,
});
export type PublicUser = z.infer<typeof publicUserSchema>;

export const userListQuerySchema = z.object({
  ...pageQuery,
  userType: z.optional(userTypeSchema),
  status: z.optional(accountStatusSchema),
  sort: z.optional(z.enum(['recent', 'oldest', 'name', 'status'])),
  /** the deleted ones instead */
  deleted: z.optional(z.enum(['true', 'false'])),
  /** stalls and top-up points of one market alone: ADMIN chooses, everybody else has but their own */
  globalMarketId: z.optional(globalMarketIdField),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;
/** `counts`: how many rows each status has under the same type and search, for the filter chips. */
export const userPageSchema = z.extend(pageOf(userSchema), {
  counts: z.object({ PENDIENTE: z.int(), APROBADO: z.int(), RECHAZADO: z.int() }),
});
export type UserPage = z.infer<typeof userPageSchema>;

/** Body of approve, delete and restore. */
export const userTargetSchema = z.object({
  id: textField(60),
  userType: userTypeSchema,
});
export type UserTarget = z.infer<typeof userTargetSchema>;

/** Body of reject: the reason is stored, and shown to the person who tries to sign in. */
export const userRejectionSchema = z.extend(userTargetSchema, {
  reason: z.optional(textField(maxLength.reason)),
});

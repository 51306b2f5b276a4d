import * as z from 'zod/mini';
import { anyMarketCodeField } from '#src/contract/fields.ts';
import { instantField } from '#src/protocol/fields.ts';
import { accountStatusSchema, userTypeSchema } from './user-type.ts';

/** cuenta: any account of the platform. Fields that a type lacks are empty. */
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
  /** Reason of a rejection. */
  reason: z.optional(z.string()),
});
export type User = z.infer<typeof userSchema>;

/** The owner's data that a holder of the voucher's link may see without an account. */
export const publicUserSchema = z.pick(userSchema, {
  _id: true,
  ownerName: true,
  identificacion: true,
  createAt: true,
});
export type PublicUser = z.infer<typeof publicUserSchema>;

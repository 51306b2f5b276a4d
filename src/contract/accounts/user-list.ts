import * as z from 'zod/mini';
import { globalMarketIdField, pageOf, pageQuery, textField } from '../fields.ts';
import { maxLength } from '../limits.ts';
import { userSchema } from './schemas.ts';
import { type AccountStatus, accountStatusSchema, userTypeSchema } from './user-type.ts';

export const userListQuerySchema = z.object({
  ...pageQuery,
  userType: z.optional(userTypeSchema),
  status: z.optional(accountStatusSchema),
  sort: z.optional(z.enum(['recent', 'oldest', 'name', 'status'])),
  /** Lists deleted accounts instead. */
  deleted: z.optional(z.enum(['true', 'false'])),
  /**
   * Restricts the list to the stalls and top-up points of one market. Only ADMIN may choose; other roles have
   * their own.
   */
  globalMarketId: z.optional(globalMarketIdField),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;
/**
 * `counts`: rows of each status with the same type and search, for the filter chips. Counting stops at a
 * limit: `more` names the statuses with more rows.
 */
export const userPageSchema = z.extend(pageOf(userSchema), {
  counts: z.object({ PENDIENTE: z.int(), APROBADO: z.int(), RECHAZADO: z.int() }),
  more: z.optional(z.array(accountStatusSchema)),
});
export type UserPage = z.infer<typeof userPageSchema>;

/** Body of approve, delete and restore. */
export const userTargetSchema = z.object({
  id: textField(60),
  userType: userTypeSchema,
});
export type UserTarget = z.infer<typeof userTargetSchema>;

/** Body of reject. The reason is stored, and shown when the person tries to sign in. */
export const userRejectionSchema = z.extend(userTargetSchema, {
  reason: z.optional(textField(maxLength.reason)),
});

/**
 * Returns the number of accounts with a status, or of all without one. `isMore`: the number is a lower bound.
 */
export function countOf(
  { counts, more = [] }: Pick<UserPage, 'counts' | 'more'>,
  status?: AccountStatus,
): { count: number; isMore: boolean } {
  if (status !== undefined) return { count: counts[status], isMore: more.includes(status) };
  if (more.length > 0) return { count: Math.max(...more.map((of) => counts[of])), isMore: true };
  return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), isMore: false };
}

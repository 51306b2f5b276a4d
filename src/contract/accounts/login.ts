import * as z from 'zod/mini';
import { anyMarketCodeField, atMost, noControl } from '../fields.ts';
import { maxLength, signInNameForm } from '../limits.ts';
import { accountStatusSchema, signInTypeSchema, userTypeSchema } from './user-type.ts';

/** What somebody signs in with: an email, or the user name of who has none. */
export const signInNameField = z
  .string()
  .check(z.trim(), z.toLowerCase(), atMost(maxLength.email), z.regex(signInNameForm), noControl);
export const loginSchema = z.object({
  email: signInNameField,
  password: z.string().check(z.minLength(1), z.maxLength(maxLength.password)),
  userType: signInTypeSchema,
  /** beside the password, where the account asks for it: six digits or a recovery code */
  code: z.optional(z.string().check(z.maxLength(20))),
});
export type Login = z.infer<typeof loginSchema>;

/** `token` is a short-lived access token; `refreshToken` is used once and exchanged for the next pair. */
export const tokenPairSchema = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPairSchema>;

export const refreshSchema = z.object({
  refreshToken: z.string().check(z.regex(/^[\w-]{1,200}$/)),
});

/** Claims of the access token. `globalMarketId` is empty text when the account has no market. */
export const claimsSchema = z.object({
  sub: z.string(),
  email: z.string(),
  userType: userTypeSchema,
  globalMarketId: anyMarketCodeField,
  status: accountStatusSchema,
  exp: z.optional(z.number()),
  /** grows when the person ends all sessions; older tokens are worth nothing then */
  sessionVersion: z.optional(z.int()),
  /** the session that this token belongs to: signing out of it ends the token at once */
  session: z.optional(z.string()),
});
export type Claims = z.infer<typeof claimsSchema>;

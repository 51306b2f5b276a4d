import * as z from 'zod/mini';
import { noControl } from '#src/protocol/fields.ts';
import { anyMarketCodeField, atMost } from '../fields.ts';
import { maxLength, signInNameForm } from '../limits.ts';
import { accountStatusSchema, signInTypeSchema, userTypeSchema } from './user-type.ts';

/** Sign-in name: an email, or the user name of an account without one. */
export const signInNameField = z
  .string()
  .check(z.trim(), z.toLowerCase(), atMost(maxLength.email), z.regex(signInNameForm), noControl);
export const loginSchema = z.object({
  email: signInNameField,
  password: z.string().check(z.minLength(1), z.maxLength(maxLength.password)),
  userType: signInTypeSchema,
  /** Second factor for accounts that require it: six digits or a recovery code. */
  code: z.optional(z.string().check(z.maxLength(20))),
});
export type Login = z.infer<typeof loginSchema>;

/** `token` is a short-lived access token. `refreshToken` can be exchanged once for the next pair. */
export const tokenPairSchema = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPairSchema>;

export const refreshSchema = z.object({
  refreshToken: z.string().check(z.regex(/^[\w-]{1,200}$/)),
});

/** Claims of the access token. `globalMarketId` is empty when the account has no market. */
export const claimsSchema = z.object({
  sub: z.string(),
  email: z.string(),
  userType: userTypeSchema,
  globalMarketId: anyMarketCodeField,
  status: accountStatusSchema,
  exp: z.optional(z.number()),
  /** Increases when the person ends all sessions, which invalidates older tokens. */
  sessionVersion: z.optional(z.int()),
  /** Session of this token: signing out of it ends the token at once. */
  session: z.optional(z.string()),
});
export type Claims = z.infer<typeof claimsSchema>;

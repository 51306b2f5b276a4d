import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { passwordField, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { instantField } from '#src/protocol/fields.ts';
import { signInNameField } from './login.ts';
import { userTargetSchema } from './user-list.ts';
import { signInTypes, signInTypeSchema } from './user-type.ts';

const passwordChangeSchema = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(maxLength.password)),
  password: passwordField,
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** A one-time code, shown once to the approver of the account, who passes it on to its owner. */
const resetCodeSchema = z.object({ code: z.string(), expiresAt: instantField });
export type ResetCode = z.infer<typeof resetCodeSchema>;

const passwordResetSchema = z.object({
  email: signInNameField,
  userType: signInTypeSchema,
  code: textField(20),
  password: passwordField,
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** The user's own password, and forgotten ones. */
export const passwordCalls = {
  /** Ends every session of the person, including this one. */
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    roles: signInTypes,
    body: passwordChangeSchema,
    answer: 'nothing',
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/auth/logout-everywhere',
    roles: signInTypes,
    answer: 'nothing',
  },
  /** A one-time code, which the manager passes on to the person. */
  issueResetCode: {
    method: 'POST',
    path: '/auth/reset-code',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    body: userTargetSchema,
    answer: resetCodeSchema,
    status: 201,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    isOpen: true,
    body: passwordResetSchema,
    answer: 'nothing',
    quota: 'session',
  },
} as const satisfies Record<string, Call>;

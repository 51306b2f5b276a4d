import * as z from 'zod/mini';
import { instantField } from '#src/protocol/fields.ts';
import { passwordField, textField } from '../fields.ts';
import { maxLength } from '../limits.ts';
import { signInNameField } from './login.ts';
import { signInTypeSchema } from './user-type.ts';

export const passwordChangeSchema = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(maxLength.password)),
  password: passwordField,
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** A one-time code, shown once to the approver of the account, who passes it on to its owner. */
export const resetCodeSchema = z.object({ code: z.string(), expiresAt: instantField });
export type ResetCode = z.infer<typeof resetCodeSchema>;

export const passwordResetSchema = z.object({
  email: signInNameField,
  userType: signInTypeSchema,
  code: textField(20),
  password: passwordField,
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;

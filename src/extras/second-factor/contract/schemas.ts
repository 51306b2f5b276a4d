import * as z from 'zod/mini';
import { maxLength } from '#src/contract/limits.ts';

/** Six digits of an authenticator, or a recovery code. Spaces and hyphens are ignored. */
export const factorCodeField = z.string().check(z.minLength(1), z.maxLength(20));

export const factorStateSchema = z.object({
  isOn: z.boolean(),
  /** Unused recovery codes. */
  recoveryLeft: z.int(),
});
export type FactorState = z.infer<typeof factorStateSchema>;

const passwordText = z.string().check(z.minLength(1), z.maxLength(maxLength.password));

export const factorBeginSchema = z.object({ password: passwordText });
/** Base32 secret, and the address that an authenticator reads from a QR code. Shown once. */
export const begunFactorSchema = z.object({ secret: z.string(), uri: z.string() });
export type BegunFactor = z.infer<typeof begunFactorSchema>;

export const factorConfirmSchema = z.object({ code: factorCodeField });
/** Each replaces a code at one sign-in. Shown once. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

export const factorEndSchema = z.object({ password: passwordText, code: factorCodeField });

import {
  resetCodeSchema,
  type PasswordChange,
  type PasswordReset,
  type ResetCode,
} from '#src/contract/password.ts';
import type { UserTarget } from '#src/contract/user.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Ends every session of the person, this one too. */
export function changePassword(body: PasswordChange): Promise<Outcome<undefined>> {
  return call({ method: 'POST', path: '/auth/change-password', body, signedIn: true });
}

export function signOutEverywhere(): Promise<Outcome<undefined>> {
  return call({ method: 'POST', path: '/auth/logout-everywhere', signedIn: true });
}

/** A one-time code, to be told to the person. */
export function issueResetCode(body: UserTarget): Promise<Outcome<ResetCode>> {
  return call({ method: 'POST', path: '/auth/reset-code', body, answer: resetCodeSchema, signedIn: true });
}

export function resetPassword(body: PasswordReset): Promise<Outcome<undefined>> {
  return call({ method: 'POST', path: '/auth/reset-password', body, signedIn: false });
}

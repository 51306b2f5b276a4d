import type { Call } from '#src/contract/call.ts';
import { passwordChangeSchema, passwordResetSchema, resetCodeSchema } from './password.ts';
import { userTargetSchema } from './user-list.ts';
import { signInTypes } from './user-type.ts';

/** The user's own password, and forgotten ones. */
export const passwordCalls = {
  /** Ends every session of the person, including this one. */
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    roles: signInTypes,
    body: passwordChangeSchema,
    answer: 'nothing',
    since: 1,
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/auth/logout-everywhere',
    roles: signInTypes,
    answer: 'nothing',
    since: 1,
  },
  /** A one-time code, which the manager passes on to the person. */
  issueResetCode: {
    method: 'POST',
    path: '/auth/reset-code',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    body: userTargetSchema,
    answer: resetCodeSchema,
    status: 201,
    since: 1,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    roles: [],
    isOpen: true,
    body: passwordResetSchema,
    answer: 'nothing',
    quota: 'session',
    since: 1,
  },
} as const satisfies Record<string, Call>;

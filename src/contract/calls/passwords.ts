import {
  begunFactorSchema,
  factorBeginSchema,
  factorConfirmSchema,
  factorEndSchema,
  factorStateSchema,
  recoveryCodesSchema,
} from '../accounts/second-factor.ts';
import type { Call } from '../call.ts';
import { passwordChangeSchema, passwordResetSchema, resetCodeSchema } from '../accounts/password.ts';
import { signInTypes } from '../accounts/user-type.ts';
import { userTargetSchema } from '../accounts/user-list.ts';

/** One's own password, and those that were forgotten. */
export const passwordCalls = {
  /** Ends every session of the person, this one too. */
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
  /** A one-time code, which the manager tells the person. */
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
    since: 1,
  },
} as const satisfies Record<string, Call>;

const deciders = ['ADMIN', 'GLOBAL_MARKET'] as const;

/** A code beside the password, for those who decide over money and accounts. */
export const secondFactorCalls = {
  readFactor: {
    method: 'GET',
    path: '/auth/second-factor',
    roles: deciders,
    answer: factorStateSchema,
    since: 2,
  },
  beginFactor: {
    method: 'POST',
    path: '/auth/second-factor/begin',
    roles: deciders,
    body: factorBeginSchema,
    answer: begunFactorSchema,
    since: 2,
  },
  confirmFactor: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    roles: deciders,
    body: factorConfirmSchema,
    answer: recoveryCodesSchema,
    since: 2,
  },
  endFactor: {
    method: 'POST',
    path: '/auth/second-factor/end',
    roles: deciders,
    body: factorEndSchema,
    answer: 'nothing',
    since: 2,
  },
} as const satisfies Record<string, Call>;

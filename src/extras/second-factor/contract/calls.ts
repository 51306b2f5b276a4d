import type { Call } from '#src/contract/call.ts';
import {
  begunFactorSchema,
  factorBeginSchema,
  factorConfirmSchema,
  factorEndSchema,
  factorStateSchema,
  recoveryCodesSchema,
} from './schemas.ts';

const deciders = ['ADMIN', 'GLOBAL_MARKET'] as const;

/** A code beside the password, for administrators and markets. */
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

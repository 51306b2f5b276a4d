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
  },
  beginFactor: {
    method: 'POST',
    path: '/auth/second-factor/begin',
    roles: deciders,
    body: factorBeginSchema,
    answer: begunFactorSchema,
  },
  confirmFactor: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    roles: deciders,
    body: factorConfirmSchema,
    answer: recoveryCodesSchema,
  },
  endFactor: {
    method: 'POST',
    path: '/auth/second-factor/end',
    roles: deciders,
    body: factorEndSchema,
    answer: 'nothing',
  },
} as const satisfies Record<string, Call>;

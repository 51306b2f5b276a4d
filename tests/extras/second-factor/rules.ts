import { markets, type Rule } from '#tests/matrix/rule.ts';

export const secondFactorRules: Record<string, Rule> = {
  'GET /auth/second-factor': {
    allowed: ['ADMIN', ...markets],
    path: () => '/auth/second-factor',
    status: 200,
  },
  'POST /auth/second-factor/begin': {
    allowed: ['ADMIN', ...markets],
    path: () => '/auth/second-factor/begin',
    body: () => ({ password: 'equivocada' }),
    status: 409,
  },
  'POST /auth/second-factor/confirm': {
    allowed: ['ADMIN', ...markets],
    path: () => '/auth/second-factor/confirm',
    body: () => ({ code: '000000' }),
    status: 409,
  },
  'POST /auth/second-factor/end': {
    allowed: ['ADMIN', ...markets],
    path: () => '/auth/second-factor/end',
    body: () => ({ password: 'equivocada', code: '000000' }),
    status: 409,
  },
};

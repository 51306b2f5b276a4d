import { markets, type Rule } from '#tests/matrix/rule.ts';

export const secondFactorRules: Record<string, Rule> = {
  'GET /auth/second-factor': { allowed: ['ADMIN', ...markets] },
  'POST /auth/second-factor/begin': {
    allowed: ['ADMIN', ...markets],
    body: () => ({ password: 'equivocada' }),
    status: 409,
  },
  'POST /auth/second-factor/confirm': {
    allowed: ['ADMIN', ...markets],
    body: () => ({ code: '000000' }),
    status: 409,
  },
  'POST /auth/second-factor/end': {
    allowed: ['ADMIN', ...markets],
    body: () => ({ password: 'equivocada', code: '000000' }),
    status: 409,
  },
};

import { randomUUID } from 'node:crypto';
import { byManagers, markets, open, points, signedIn, type Rule } from '#tests/matrix/rule.ts';

export const personalDataRules: Record<string, Rule> = {
  'GET /market/data-policy/{code}': {
    ...open(),
    path: (market) => `/market/data-policy/${market.codes.own}`,
  },
  'POST /market/data-policy': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/market/data-policy?globalMarketId=${market.codes.own}`,
    body: () => ({ contact: '', text: '', years: 0 }),
  },
  'POST /client/consent': {
    allowed: [...points, ...markets],
    body: () => ({ id: randomUUID(), notice: '2026-11-23' }),
    status: 404,
  },
  'GET /client/data/{id}': { allowed: ['ADMIN', ...markets], status: 404 },
  'POST /client/forget': byManagers(),
  'GET /auth/my-data': { allowed: signedIn },
};

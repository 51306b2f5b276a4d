import { randomUUID } from 'node:crypto';
import type { Target } from '#tests/matrix/device-bodies.ts';
import { byManagers, markets, open, points, signedIn, type Rule } from '#tests/matrix/rule.ts';

export const personalDataRules: Record<string, Rule> = {
  'GET /market/data-policy/{code}': {
    ...open(''),
    path: (market) => `/market/data-policy/${market.codes.own}`,
  },
  'POST /market/data-policy': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/market/data-policy?globalMarketId=${market.codes.own}`,
    body: () => ({ contact: '', text: '', years: 0 }),
    status: 200,
  },
  'POST /client/consent': {
    allowed: [...points, ...markets],
    path: () => '/client/consent',
    body: () => ({ id: randomUUID(), notice: '2026-11-23' }),
    status: 404,
  },
  'GET /client/data/{id}': {
    allowed: ['ADMIN', ...markets],
    path: () => `/client/data/${randomUUID()}`,
    status: 404,
  },
  'POST /client/forget': byManagers('/client/forget'),
  'GET /auth/my-data': { allowed: signedIn, path: () => '/auth/my-data', status: 200 },
};

export const personalDataTargets: readonly Target[] = [
  {
    method: 'POST',
    path: '/client/consent',
    asker: 'RECARGA',
    good: () => ({ id: randomUUID(), notice: '2026-11-23' }),
  },
  { method: 'POST', path: '/client/forget', asker: 'ADMIN', good: () => ({ id: randomUUID() }) },
];

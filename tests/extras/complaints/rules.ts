import { randomUUID } from 'node:crypto';
import { markets, open, points, stalls, type Rule } from '#tests/matrix/rule.ts';

export const complaintRules: Record<string, Rule> = {
  'POST /complaints/create': {
    ...open('/complaints/create'),
    allowed: ['nobody', ...points, ...markets],
    body: () => ({ codeCompra: 'C-ZZZZZZZZ', codeQrUuid: randomUUID(), reason: 'NOT_MINE', words: '' }),
    status: 404,
  },
  'GET /complaints/voucher/{id}': { ...open(''), path: () => `/complaints/voucher/${randomUUID()}` },
  'GET /complaints/list': {
    allowed: ['ADMIN', ...markets, ...stalls],
    path: () => '/complaints/list',
    status: 200,
  },
  'GET /complaints/{id}': {
    allowed: ['ADMIN', ...markets, ...stalls],
    path: () => `/complaints/${randomUUID()}`,
    status: 404,
  },
  'POST /complaints/words': {
    allowed: stalls,
    path: () => '/complaints/words',
    body: () => ({ id: randomUUID(), words: 'Vino ella.' }),
    status: 404,
  },
  'POST /complaints/answer': {
    allowed: [...stalls, ...markets],
    path: () => '/complaints/answer',
    body: () => ({ id: randomUUID(), verdict: 'ALL', words: '' }),
    status: 404,
  },
};

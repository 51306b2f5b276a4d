import { randomUUID } from 'node:crypto';
import { byManagers, markets, staff, stalls, type Rule } from './rule.ts';

/** caja: tills, payouts, refunds, clearing, the day. */
export const cashRules: Record<string, Rule> = {
  'GET /cash/refundable': { allowed: markets, path: () => '/cash/refundable', status: 200 },
  'POST /cash/refund': {
    allowed: markets,
    path: () => '/cash/refund',
    body: () => ({ vouchers: [{ id: randomUUID(), monto: 1_000 }], reason: 'ERROR' }),
    status: 409,
  },
  'GET /cash/refunds': { allowed: ['ADMIN', ...markets], path: () => '/cash/refunds', status: 200 },
  'GET /cash/tills': { allowed: staff, path: () => '/cash/tills', status: 200 },
  'POST /cash/receive': {
    allowed: markets,
    path: () => '/cash/receive',
    body: () => ({ topUpPointId: randomUUID(), received: 1 }),
    status: 404,
  },
  'POST /cash/ceiling': {
    allowed: markets,
    path: () => '/cash/ceiling',
    body: () => ({ topUpPointId: randomUUID(), ceiling: 1 }),
    status: 404,
  },
  'POST /cash/float': {
    allowed: markets,
    path: () => '/cash/float',
    body: () => ({ topUpPointId: randomUUID(), monto: 1 }),
    status: 404,
  },
  'GET /cash/received': { allowed: staff, path: () => '/cash/received', status: 200 },
  'GET /cash/stalls': {
    allowed: ['ADMIN', ...markets, ...stalls],
    path: () => '/cash/stalls',
    status: 200,
  },
  'POST /cash/payout': {
    allowed: markets,
    path: () => '/cash/payout',
    body: () => ({ estanteId: randomUUID(), monto: 1 }),
    status: 404,
  },
  'GET /cash/payouts': {
    allowed: ['ADMIN', ...markets, ...stalls],
    path: () => '/cash/payouts',
    status: 200,
  },
  'GET /cash/clearing': { allowed: ['ADMIN', ...markets], path: () => '/cash/clearing', status: 200 },
  'POST /cash/clearing': byManagers('/cash/clearing', () => ({ debtorId: '222222', monto: 1 })),
  'GET /cash/day': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/cash/day?globalMarketId=${market.codes.own}`,
    status: 200,
  },
  'POST /cash/day': {
    allowed: markets,
    path: () => '/cash/day',
    body: () => ({ day: '2099-12-31' }),
    status: 409,
  },
};

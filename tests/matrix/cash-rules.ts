import { randomUUID } from 'node:crypto';
import { byManagers, markets, staff, stalls, type Rule } from './rule.ts';

/** caja: tills, payouts, refunds, clearing, the day. */
export const cashRules: Record<string, Rule> = {
  'GET /cash/refundable': { allowed: markets },
  'POST /cash/refund': {
    allowed: markets,
    body: () => ({ vouchers: [{ id: randomUUID(), monto: 1_000 }], reason: 'ERROR' }),
    status: 409,
  },
  'GET /cash/refunds': { allowed: ['ADMIN', ...markets] },
  'GET /cash/tills': { allowed: staff },
  'POST /cash/receive': {
    allowed: markets,
    body: () => ({
      topUpPointId: randomUUID(),
      received: 1_000,
      closes: { expected: 0, answers: 'MARKET' },
      pieces: [{ value: 500, count: 2 }],
    }),
    optional: ['closes', 'pieces'],
    mayBeEmpty: ['pieces'],
    status: 404,
  },
  'POST /cash/ceiling': {
    allowed: markets,
    body: () => ({ topUpPointId: randomUUID(), ceiling: 1 }),
    optional: ['ceiling'],
    status: 404,
  },
  'POST /cash/float': {
    allowed: markets,
    body: () => ({ topUpPointId: randomUUID(), monto: 1, note: 'Base' }),
    optional: ['note'],
    status: 404,
  },
  'GET /cash/received': { allowed: staff },
  'GET /cash/stalls': { allowed: ['ADMIN', ...markets, ...stalls] },
  'POST /cash/payout': {
    allowed: markets,
    body: () => ({ estanteId: randomUUID(), monto: 1, note: 'Efectivo' }),
    optional: ['note'],
    status: 404,
  },
  'GET /cash/payouts': { allowed: ['ADMIN', ...markets, ...stalls] },
  'GET /cash/clearing': { allowed: ['ADMIN', ...markets] },
  'POST /cash/clearing': byManagers(() => ({ debtorId: '222222', monto: 1 })),
  'GET /cash/day': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/cash/day?globalMarketId=${market.codes.own}`,
  },
  'POST /cash/day': { allowed: markets, body: () => ({ day: '2099-12-31' }), status: 409 },
};

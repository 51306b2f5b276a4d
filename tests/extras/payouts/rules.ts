import { randomUUID } from 'node:crypto';
import { markets, stalls, type Rule } from '#tests/matrix/rule.ts';

export const payoutRules: Record<string, Rule> = {
  'POST /cash/payment-way': {
    allowed: stalls,
    path: () => '/cash/payment-way',
    body: () => ({ kind: 'CASH' }),
    status: 200,
  },
  'POST /cash/payout-run': {
    allowed: markets,
    path: () => '/cash/payout-run',
    body: () => ({ pagos: [{ estanteId: randomUUID(), monto: 1, paid: 0 }] }),
    status: 404,
  },
  'GET /cash/payout-run/{code}': {
    allowed: markets,
    path: () => '/cash/payout-run/P-2099-12-31',
    status: 404,
  },
};

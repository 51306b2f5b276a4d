import { randomUUID } from 'node:crypto';
import { markets, stalls, type Rule } from '#tests/matrix/rule.ts';

export const payoutRules: Record<string, Rule> = {
  'POST /cash/payment-way': {
    allowed: stalls,
    body: () => ({ kind: 'KEY', key: '3105550112', holder: 'Rosalba Giraldo', identificacion: '24684521' }),
  },
  'POST /cash/payout-run': {
    allowed: markets,
    body: () => ({ pagos: [{ estanteId: randomUUID(), monto: 1, paid: 0 }], note: 'Efectivo' }),
    optional: ['note'],
    status: 404,
  },
  'GET /cash/payout-run/{code}': {
    allowed: markets,
    path: () => '/cash/payout-run/P-2099-12-31',
    status: 404,
  },
};

import { randomUUID } from 'node:crypto';
import type { Target } from '#tests/matrix/device-bodies.ts';

export const payoutTargets: Target[] = [
  {
    method: 'POST',
    path: '/cash/payment-way',
    asker: 'ESTANTE',
    good: () => ({ kind: 'KEY', key: '3105550112', holder: 'Rosalba Giraldo', identificacion: '24684521' }),
  },
  {
    method: 'POST',
    path: '/cash/payout-run',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({
      pagos: [
        {
          estanteId: market.ids['ESTANTE'],
          monto: 1,
          paid: 0,
          deductions: [{ kind: 'OTHER', monto: 1, words: 'Aseo' }],
        },
      ],
      note: 'Efectivo',
    }),
    optional: ['note'],
  },
  {
    method: 'POST',
    path: '/cash/deduction-void',
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID(), reason: 'No usó el puesto' }),
  },
];

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
        },
      ],
      note: 'Efectivo',
    }),
    optional: ['note'],
  },
];

import { randomUUID } from 'node:crypto';
import { toVoucherId } from '#src/protocol/brands.ts';
import type { Target } from './device-bodies.ts';

/** A market's payouts and receipts, and a till's withdrawals. */
export const cashTargets: Target[] = [
  {
    method: 'POST',
    path: '/shopping/withdraw',
    asker: 'ESTANTE',
    good: () => ({
      purchaseOpId: randomUUID(),
      userId: randomUUID(),
      estanteId: randomUUID(),
      codeQrUuid: toVoucherId(randomUUID()),
      price: 1_000,
    }),
  },
  {
    method: 'POST',
    path: '/code-qr/withdraw-recharger',
    asker: 'RECARGA',
    good: () => ({
      topUpOpId: randomUUID(),
      monto: 1_000,
      uuid: toVoucherId(randomUUID()),
      clientId: randomUUID(),
    }),
  },
  {
    method: 'POST',
    path: '/cash/float',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({ topUpPointId: market.ids['RECARGA'], monto: 1, note: 'Base' }),
    optional: ['note'],
  },
  {
    method: 'POST',
    path: '/cash/receive',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({
      topUpPointId: market.ids['RECARGA'],
      received: 1_000,
      closes: { expected: 0, answers: 'MARKET' },
      pieces: [{ value: 500, count: 2 }],
    }),
    optional: ['closes', 'pieces'],
    mayBeEmpty: ['pieces'],
  },
  {
    method: 'POST',
    path: '/cash/ceiling',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({ topUpPointId: market.ids['RECARGA'], ceiling: 1_000_000 }),
    optional: ['ceiling'],
  },
  {
    method: 'POST',
    path: '/cash/payout',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({ estanteId: market.ids['ESTANTE'], monto: 1, note: 'Efectivo' }),
    optional: ['note'],
  },
  {
    method: 'POST',
    path: '/cash/clearing',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({ debtorId: market.codes.other, monto: 1 }),
  },
];

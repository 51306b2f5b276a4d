import { randomUUID } from 'node:crypto';
import { toVoucherId } from '#src/contract/brands.ts';
import type { Target } from './device-bodies.ts';

/** A market's payouts, deductions and receipts, and a till's withdrawals. */
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
    path: '/cash/hand-over',
    asker: 'RECARGA',
    good: () => ({ monto: 1_000, pieces: [{ value: 500, count: 2 }] }),
    optional: ['pieces'],
    mayBeEmpty: ['pieces'],
  },
  {
    method: 'POST',
    path: '/cash/hand-over-void',
    asker: 'RECARGA',
    good: () => ({ id: randomUUID() }),
  },
  {
    method: 'POST',
    path: '/cash/receipt',
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID(), counted: 1_000, answers: 'POINT', pieces: [{ value: 500, count: 2 }] }),
    optional: ['answers', 'pieces'],
    mayBeEmpty: ['pieces'],
  },
  {
    method: 'POST',
    path: '/cash/difference',
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID(), answers: 'POINT' }),
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
    path: '/cash/takings',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({ estanteId: market.ids['ESTANTE'], monto: 1, verdict: 'KEPT' }),
  },
  {
    method: 'POST',
    path: '/cash/clearing',
    asker: 'GLOBAL_MARKET',
    good: (market) => ({ debtorId: market.codes.other, monto: 1 }),
  },
];

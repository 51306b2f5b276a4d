import type { Call } from '#src/contract/call.ts';
import {
  handOverCommandSchema,
  handOverPageSchema,
  handOverQuerySchema,
  handOverReceiptSchema,
  handOverVoidCommandSchema,
  handOverVoidSchema,
  tillDifferenceCommandSchema,
  tillDifferenceSchema,
  tillReceiptCommandSchema,
  tillReceiptSchema,
} from './till-hand-over.ts';

/** entregas de caja, separate from the other calls of caja, because a device's queue sends them */
export const handOverCalls = {
  /** entrega de caja: on its way until another person receives it */
  handOver: {
    method: 'POST',
    path: '/cash/hand-over',
    roles: ['RECARGA'],
    body: handOverCommandSchema,
    answer: handOverReceiptSchema,
    status: 201,
    idempotent: true,
    since: 5,
  },
  /** "No la entregué", while it is not received yet */
  takeBackHandOver: {
    method: 'POST',
    path: '/cash/hand-over-void',
    roles: ['RECARGA'],
    body: handOverVoidCommandSchema,
    answer: handOverVoidSchema,
    status: 201,
    idempotent: true,
    since: 5,
  },
  listHandOvers: {
    method: 'GET',
    path: '/cash/hand-overs',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    query: handOverQuerySchema,
    answer: handOverPageSchema,
    since: 5,
  },
  /** recibir una entrega */
  receiveHandOver: {
    method: 'POST',
    path: '/cash/receipt',
    roles: ['GLOBAL_MARKET'],
    body: tillReceiptCommandSchema,
    answer: tillReceiptSchema,
    status: 201,
    idempotent: true,
    since: 5,
  },
  /** assigns a difference that was left open */
  answerDifference: {
    method: 'POST',
    path: '/cash/difference',
    roles: ['GLOBAL_MARKET'],
    body: tillDifferenceCommandSchema,
    answer: tillDifferenceSchema,
    status: 201,
    idempotent: true,
    since: 5,
  },
} as const satisfies Record<string, Call>;

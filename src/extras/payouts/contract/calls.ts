import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { paymentWaySchema, saidWaySchema } from '#src/contract/cash/payment-way.ts';
import { payoutRunCommandSchema, payoutRunSchema, runCodeField } from './schemas.ts';

/** Payment ways of stalls, and payouts of several stalls at once. */
export const payoutCalls = {
  /** Changes the payment way of the calling stall. */
  changePaymentWay: {
    method: 'POST',
    path: '/cash/payment-way',
    roles: ['ESTANTE'],
    body: paymentWaySchema,
    answer: saidWaySchema,
  },
  /** Pays several stalls, all or none. */
  payStalls: {
    method: 'POST',
    path: '/cash/payout-run',
    roles: ['GLOBAL_MARKET'],
    body: payoutRunCommandSchema,
    answer: payoutRunSchema,
    bodyLimitBytes: 512 * 1024,
    idempotent: true,
  },
  readPayoutRun: {
    method: 'GET',
    path: '/cash/payout-run/:code',
    roles: ['GLOBAL_MARKET'],
    params: z.object({ code: runCodeField }),
    answer: payoutRunSchema,
  },
} as const satisfies Record<string, Call>;

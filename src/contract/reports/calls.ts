import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { textField } from '#src/contract/fields.ts';
import {
  periodQuerySchema,
  purchaseHistoryQuerySchema,
  purchaseSummarySchema,
  purchaseVoidCommandSchema,
  purchaseVoidReceiptSchema,
} from '#src/contract/purchases/purchase-history.ts';
import { purchasePageSchema } from '#src/contract/purchases/schemas.ts';

const ofMarket = z.object({ id: textField(60) });

/** Purchases by line and in total, and their voids. */
export const reportCalls = {
  /** Purchases at a market's stalls, newest first; a stall gets its own. */
  listStallPurchases: {
    method: 'GET',
    path: '/shopping/history/mercado-global/:id',
    roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'],
    params: ofMarket,
    query: purchaseHistoryQuerySchema,
    answer: purchasePageSchema,
  },
  sumPurchases: {
    method: 'GET',
    path: '/shopping/history-2/mercado-global/:id',
    roles: ['ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    params: ofMarket,
    query: periodQuerySchema,
    answer: purchaseSummarySchema,
  },
  voidPurchase: {
    method: 'POST',
    path: '/shopping/void',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
    body: purchaseVoidCommandSchema,
    answer: purchaseVoidReceiptSchema,
    idempotent: true,
  },
} as const satisfies Record<string, Call>;

import {
  purchaseSummarySchema,
  type PeriodQuery,
  type PurchaseHistoryQuery,
  type PurchaseSummary,
} from '#src/contract/purchase-history.ts';
import {
  purchaseVoidReceiptSchema,
  type PurchaseVoidCommand,
  type PurchaseVoidReceipt,
} from '#src/contract/purchase-void.ts';
import { purchasePageSchema, type PurchasePage } from '#src/contract/purchase.ts';
import { call } from './call.ts';
import { officeTimeoutMs } from './office-timeout.ts';
import type { Outcome } from './outcome.ts';

/** Purchases at the stalls of a market, newest first; a stall gets its own. */
export function listSales(market: string, query: PurchaseHistoryQuery): Promise<Outcome<PurchasePage>> {
  const path = `/shopping/history/mercado-global/${encodeURIComponent(market)}`;
  return call({ method: 'GET', path, query, answer: purchasePageSchema, signedIn: true });
}

export function sumSales(market: string, query: PeriodQuery): Promise<Outcome<PurchaseSummary>> {
  const path = `/shopping/history-2/mercado-global/${encodeURIComponent(market)}`;
  return call({ method: 'GET', path, query, answer: purchaseSummarySchema, signedIn: true });
}

export function voidSale(opId: string, body: PurchaseVoidCommand): Promise<Outcome<PurchaseVoidReceipt>> {
  return call({
    method: 'POST',
    path: '/shopping/void',
    body,
    answer: purchaseVoidReceiptSchema,
    signedIn: true,
    idempotencyKey: opId,
    timeoutMs: officeTimeoutMs,
  });
}

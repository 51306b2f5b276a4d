import { calls } from '#src/contract/calls.ts';
import { isQueued } from '#src/domain/operations/sale.ts';
import { done, refuse } from '#src/server/http/answer.ts';
import { noteSaleLines } from '#src/server/records/sale-lines.ts';
import type { CopiedReads } from '#src/server/http/copied/copied-reads.ts';
import type { Routes } from '#src/server/http/routes.ts';
import {
  listMarketPurchases,
  listPurchases,
  recordPurchase,
  recordQueuedPurchase,
  recordSharedSale,
  type PurchaseDeps,
  voidPurchase,
  type VoidDeps,
  withdrawPurchase,
} from './purchases.ts';

/** compras: by the stall that scanned, or by the holder of the voucher's link; their lists, and voids. */
export function purchaseRoutes(
  routes: Routes,
  { purchases, history, copied }: { purchases: PurchaseDeps; history: VoidDeps; copied: CopiedReads },
): void {
  routes.stored(calls.createPurchase, async ({ actor, body, opId }) => {
    if (actor && actor.id !== body.estanteId) return { kind: 'refused', code: 'FORBIDDEN', replayed: false };
    const { lines, price, waitedMs = 0 } = body;
    if (!actor && isQueued({ occurredAt: 0, arrivedAt: waitedMs }))
      return recordQueuedPurchase(history, body, opId, waitedMs);
    // A crash before the posting leaves words of a sale that was not made: nobody reads them.
    if (actor && opId && lines) await noteSaleLines(history.database, { op: opId, price, lines });
    return recordPurchase(purchases, body, actor?.id ?? null, opId);
  });
  routes.stored(calls.createSharedSale, ({ actor, body }) => recordSharedSale(history, actor, body));
  routes.answer(calls.withdrawPurchase, ({ actor, body }) => withdrawPurchase(history, actor, body));
  routes.stored(calls.voidSale, ({ actor, body, opId }) => voidPurchase(history, actor, body, opId));
  routes.answer(calls.listSales, (call) =>
    listMarketPurchases(
      { ...history, database: copied(call).database },
      call.actor,
      call.params.id,
      call.query,
    ),
  );
  routes.answer(calls.listCustomerPurchases, async ({ actor, query }) => {
    const { clientId, codeQrUuid, limit, cursor } = query;
    const page = { limit, cursor };
    if (codeQrUuid) return done(await listPurchases(history, { voucherId: codeQrUuid }, page));
    if (!actor) return refuse(clientId ? 'UNAUTHORIZED' : 'INVALID_REQUEST');
    if (!clientId) return refuse('INVALID_REQUEST');
    return done(await listPurchases(history, { customerId: clientId, marketId: actor.marketId }, page));
  });
}

import { calls } from '#src/contract/calls.ts';
import { done, refuse } from '#src/server/answer.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { waitedSince } from '#src/server/ledger/stall-purchases.ts';
import { notePurchaseLines } from '#src/server/store/records/purchase-lines.ts';
import { recordPurchase, voidPurchase, withdrawPurchase } from './purchases.ts';
import { listMarketPurchases, listPurchases } from './reads.ts';

/** Compras: by the stall that scanned or by the holder of the voucher's link; their lists, and voids. */
export const purchaseRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  routes.stored(calls.createPurchase, async ({ actor, body, opId }) => {
    if (actor && actor.id !== body.estanteId) return { kind: 'refused', code: 'FORBIDDEN', replayed: false };
    const { lines, price, waitedMs = 0 } = body;
    // A crash before the posting leaves lines of a sale that never existed, which no query reads.
    if (actor && opId && lines) await notePurchaseLines(context.database, { op: opId, price, lines });
    const at = context.now();
    const waited = actor ? {} : waitedSince(at.getTime() - waitedMs, at, context.timeZone);
    return recordPurchase(context, body, actor?.id ?? null, opId, waited);
  });
  routes.answer(calls.withdrawPurchase, ({ actor, body }) => withdrawPurchase(context, actor, body));
  routes.stored(calls.voidPurchase, ({ actor, body, opId }) => voidPurchase(context, actor, body, opId));
  routes.answer(calls.listStallPurchases, ({ actor, params, query }) =>
    listMarketPurchases(context, actor, params.id, query),
  );
  routes.answer(calls.listCustomerPurchases, async ({ actor, query }) => {
    const { clientId, codeQrUuid, limit, cursor } = query;
    const page = { limit, cursor };
    if (codeQrUuid) return done(await listPurchases(context, { voucherId: codeQrUuid }, page));
    if (!actor) return refuse(clientId ? 'UNAUTHORIZED' : 'INVALID_REQUEST');
    if (!clientId) return refuse('INVALID_REQUEST');
    return done(await listPurchases(context, { customerId: clientId, marketId: actor.marketId }, page));
  });
};

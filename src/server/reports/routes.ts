import { calls } from '#src/contract/calls.ts';
import { listMarketPurchases, listTopUps } from '#src/server/purchases/history.ts';
import { voidPurchase, type VoidDeps } from '#src/server/purchases/voids.ts';
import { summarize } from './summary.ts';
import type { Routes } from '#src/server/http/routes.ts';

/** What was bought and topped up, line by line and summed; and voiding a purchase. */
export function reportRoutes(routes: Routes, reports: VoidDeps): void {
  routes.stored(calls.voidSale, ({ actor, body, opId }) => voidPurchase(reports, actor, body, opId));
  routes.answer(calls.listSales, ({ actor, params, query }) =>
    listMarketPurchases(reports, actor, params.id, query),
  );
  routes.answer(calls.sumSales, ({ actor, params, query }) => summarize(reports, actor, params.id, query));
  routes.value(calls.listTopUps, ({ actor, query }) => listTopUps(reports, actor, query));
}

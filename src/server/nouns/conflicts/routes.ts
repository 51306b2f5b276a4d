import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { assignConflict, listConflicts, listOfflinePurchases } from './conflicts.ts';

/** Offline sales: lines that need a decision, and the outcomes for a stall. */
export const conflictRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const settlement = { ...context.sync, database: context.database };
  routes.value(calls.listConflicts, ({ actor, query }) => listConflicts(settlement, actor, query));
  routes.answer(calls.assignConflict, ({ actor, body }) => assignConflict(settlement, actor, body));
  routes.value(calls.listOfflinePurchases, ({ actor, query }) =>
    listOfflinePurchases(settlement, actor, query),
  );
};

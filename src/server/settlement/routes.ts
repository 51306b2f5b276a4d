import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import type { AssignDeps } from '#src/server/sync/settlement/assign.ts';
import { assignConflict, listConflicts, listOfflineSales, type SettlementListDeps } from './conflicts.ts';

/** Sales without a link: what needs a person, and what a stall was paid. */
export function settlementRoutes(routes: Routes, settlement: SettlementListDeps & AssignDeps): void {
  routes.value(calls.listConflicts, ({ actor, query }) => listConflicts(settlement, actor, query));
  routes.answer(calls.assignConflict, ({ actor, body }) => assignConflict(settlement, actor, body));
  routes.value(calls.listOfflineSales, ({ actor, query }) => listOfflineSales(settlement, actor, query));
}

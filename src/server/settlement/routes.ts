import { calls } from '#src/contract/calls.ts';
import type { AssignDeps } from '#src/server/sync/settlement/assign.ts';
import { assignConflict, listConflicts, listOfflineSales, type SettlementListDeps } from './conflicts.ts';
import { readExposure, setLimits } from '#src/server/devices/limits.ts';
import type { Routes } from '#src/server/http/routes.ts';

/** Sales without a link: what needs a person, what a stall was paid, and what a market allows. */
export function settlementRoutes(routes: Routes, settlement: SettlementListDeps & AssignDeps): void {
  routes.value(calls.listConflicts, ({ actor, query }) => listConflicts(settlement, actor, query));
  routes.answer(calls.assignConflict, ({ actor, body }) => assignConflict(settlement, actor, body));
  routes.value(calls.listOfflineSales, ({ actor, query }) => listOfflineSales(settlement, actor, query));
  routes.value(calls.readExposure, ({ actor }) => readExposure(settlement, actor));
  routes.value(calls.changeLimits, ({ actor, body }) => setLimits(settlement, actor, body));
}

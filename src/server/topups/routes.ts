import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { voidTopUp, type TopUpVoidDeps } from './void-top-up.ts';
import { listTopUps, recordTopUp, type TopUpDeps } from './top-ups.ts';

/** recargas */
export function topUpRoutes(routes: Routes, topUps: TopUpDeps & TopUpVoidDeps): void {
  routes.stored(calls.createTopUp, ({ actor, body, opId }) => recordTopUp(topUps, body, actor.id, opId));
  routes.stored(calls.voidTopUp, ({ actor, body, opId }) => voidTopUp(topUps, actor, body, opId));
  routes.value(calls.listTopUps, ({ actor, query }) => listTopUps(topUps, actor, query));
}

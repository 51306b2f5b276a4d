import { calls } from '#src/contract/calls.ts';
import { ownMarket } from '#src/server/http/actor.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { voidTopUp, withdrawTopUp, type TopUpVoidDeps } from './void-top-up.ts';
import { listTopUps, recordTopUp, type TopUpDeps } from './top-ups.ts';

/** recargas */
export function topUpRoutes(routes: Routes, topUps: TopUpDeps & TopUpVoidDeps): void {
  routes.stored(calls.createTopUp, ({ actor, body, opId }) =>
    recordTopUp(topUps, body, { id: actor.id, marketId: ownMarket(actor) }, opId),
  );
  routes.answer(calls.withdrawTopUp, ({ actor, body }) => withdrawTopUp(topUps, actor, body));
  routes.stored(calls.voidTopUp, ({ actor, body, opId }) => voidTopUp(topUps, actor, body, opId));
  routes.value(calls.listTopUps, ({ actor, query }) => listTopUps(topUps, actor, query));
}

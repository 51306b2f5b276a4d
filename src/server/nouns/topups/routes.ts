import { calls } from '#src/contract/calls.ts';
import { ownMarket } from '#src/server/actor.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { listTopUps } from './reads.ts';
import { recordTopUp, topUpVoid, withdrawTopUp } from './top-ups.ts';

/** Recargas. */
export const topUpRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const topUps = { ...context, database: context.money };
  routes.stored(calls.createTopUp, ({ actor, body, opId }) =>
    recordTopUp(topUps, body, { id: actor.id, marketId: ownMarket(actor) }, opId),
  );
  routes.answer(calls.withdrawTopUp, ({ actor, body }) => withdrawTopUp(topUps, actor, body));
  routes.stored(calls.topUpVoid, ({ actor, body, opId }) => topUpVoid(topUps, actor, body, opId));
  routes.value(calls.listTopUps, ({ actor, query }) => listTopUps(topUps, actor, query));
};

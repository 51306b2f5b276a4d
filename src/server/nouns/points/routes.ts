import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { listPoints } from './reads.ts';
import { createReward, editReward, findHolderPoints, listRewards, redeem, removeReward } from './rewards.ts';

/** Premios, canjes e historial de puntos, and the points shown to the holder of a voucher's link. */
export const pointsRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  routes.stored(calls.createReward, ({ actor, body, opId }) => createReward(context, actor, body, opId));
  routes.answer(calls.editReward, ({ actor, body }) => editReward(context, actor, body));
  routes.value(calls.listRewards, ({ actor }) => listRewards(context, actor));
  routes.answer(calls.deleteReward, ({ actor, params }) => removeReward(context, actor, params.id));
  routes.stored(calls.redeemReward, ({ actor, body, opId }) => redeem(context, actor, body, opId));
  routes.value(calls.listAllPoints, ({ actor, query }) => listPoints(context, actor, null, query));
  routes.value(calls.listPointsOfCustomer, ({ actor, params, query }) =>
    listPoints(context, actor, params.id, query),
  );
  routes.answer(calls.readHolderPoints, ({ params }) => findHolderPoints(context, params.id));
};

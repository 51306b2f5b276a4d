import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { redeem } from './rewards.ts';
import {
  createReward,
  editReward,
  findHolderPoints,
  listPoints,
  listRewards,
  removeReward,
} from './rewards.ts';

/** Premios, canjes e historial de puntos, and the points shown to the holder of a voucher's link. */
export const pointsRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const points = context;
  routes.stored(calls.createReward, ({ actor, body, opId }) => createReward(points, actor, body, opId));
  routes.answer(calls.editReward, ({ actor, body }) => editReward(points, actor, body));
  routes.value(calls.listRewards, ({ actor }) => listRewards(points, actor));
  routes.answer(calls.deleteReward, ({ actor, params }) => removeReward(points, actor, params.id));
  routes.stored(calls.redeemReward, ({ actor, body, opId }) => redeem(points, actor, body, opId));
  routes.value(calls.listAllPoints, ({ actor, query }) => listPoints(points, actor, null, query));
  routes.value(calls.listPointsOfCustomer, ({ actor, params, query }) =>
    listPoints(points, actor, params.id, query),
  );
  routes.answer(calls.readHolderPoints, ({ params }) => findHolderPoints(points, params.id));
};

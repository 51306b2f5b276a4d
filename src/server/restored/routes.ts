import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { answerRestored } from './answer.ts';
import { confirmJoin, confirmPayout, confirmRefund, withdrawConfirmed } from './confirm.ts';
import { readRestored } from './reads.ts';

/** después de restaurar: a market's statements about the lost time, by its papers */
export const restoredRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const restored = { ...context, database: context.money };
  routes.value(calls.readRestored, ({ actor }) => readRestored(restored, actor));
  routes.stored(calls.confirmPayout, ({ actor, body, opId }) => confirmPayout(restored, actor, body, opId));
  routes.stored(calls.confirmRefund, ({ actor, body, opId }) => confirmRefund(restored, actor, body, opId));
  routes.stored(calls.confirmJoin, ({ actor, body, opId }) => confirmJoin(restored, actor, body, opId));
  routes.stored(calls.withdrawConfirmed, ({ actor, body, opId }) =>
    withdrawConfirmed(restored, actor, body, opId),
  );
  routes.stored(calls.answerRestored, ({ actor, body, opId }) => answerRestored(restored, actor, body, opId));
};

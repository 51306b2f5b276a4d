import type { ServerExtra } from '#src/server/context.ts';
import { payoutCalls as calls } from './contract/calls.ts';
import { changePaymentWay } from './server/payment-ways.ts';
import { payStalls, showPayoutRun } from './server/payout-runs.ts';

/** Payment ways of stalls, and payouts of several stalls at once. */
export const payouts = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    routes.value(calls.changePaymentWay, ({ actor, body }) => changePaymentWay(context, actor, body));
    routes.stored(calls.payStalls, ({ actor, body, opId }) => payStalls(context, actor, body, opId));
    routes.answer(calls.readPayoutRun, ({ actor, params }) => showPayoutRun(context, actor, params.code));
  },
} satisfies ServerExtra;

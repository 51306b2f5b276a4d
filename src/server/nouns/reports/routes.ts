import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { readMarketToday } from './market-today.ts';
import { summarize } from './summary.ts';
import { readToday } from './today.ts';

/** Sums of sales and top-ups: today's figures of the caller's role, and a period. */
export const reportRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  routes.value(calls.readToday, ({ actor, person }) => readToday(context, actor, person));
  routes.value(calls.readMarketToday, ({ actor }) => readMarketToday(context, actor));
  routes.answer(calls.sumPurchases, ({ actor, params, query }) =>
    summarize(context, actor, params.id, query),
  );
};

import { calls } from '#src/contract/calls.ts';
import { done } from '#src/server/answer.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { readMarketToday } from './market-today.ts';
import { summarize } from './summary.ts';
import { readToday } from './today.ts';

/** Sums of sales and top-ups: today's figures of the caller's role, and a period. */
export const reportRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const reports = context;
  routes.value(calls.readToday, ({ actor, person }) => readToday(reports, actor, person));
  routes.value(calls.readMarketToday, ({ actor }) => readMarketToday(reports, actor));
  routes.answer(calls.sumSales, async (call) => {
    const { database, ageSeconds } = reports.copied(call);
    const answer = await summarize({ ...reports, database }, call.actor, call.params.id, call.query);
    return answer.ok && ageSeconds !== null ? done({ ...answer.value, ageSeconds }) : answer;
  });
};

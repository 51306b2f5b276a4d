import type { ServerExtra } from '#src/server/context.ts';
import { personalDataCalls as calls } from './contract/calls.ts';
import { exportCustomer, exportOwn } from './server/copies.ts';
import { changeDataPolicy, readDataPolicy } from './server/data-policy.ts';
import { forgetCustomer, readOutOfTime } from './server/forget.ts';
import { recordConsent } from './server/record-consent.ts';

/** Datos personales: stored data, consents, and erasure. */
export const personalData = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    routes.answer(calls.readDataPolicy, ({ params }) => readDataPolicy(context.database, params.code));
    routes.answer(calls.changeDataPolicy, ({ actor, query, body }) =>
      changeDataPolicy(context, actor, query.globalMarketId ?? null, body),
    );
    routes.answer(calls.recordConsent, ({ actor, body }) => recordConsent(context, actor, body));
    routes.answer(calls.exportCustomer, ({ actor, params }) => exportCustomer(context, actor, params.id));
    routes.answer(calls.forgetCustomer, ({ actor, body }) => forgetCustomer(context, actor, body.id));
    routes.answer(calls.exportOwnData, ({ actor }) => exportOwn(context, actor));
  },
  outOfTime: { read: readOutOfTime, forget: (deps, id) => forgetCustomer(deps, null, id) },
} satisfies ServerExtra;

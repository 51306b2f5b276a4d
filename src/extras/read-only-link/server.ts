import type { ServerExtra } from '#src/server/context.ts';
import { readOnlyLinkCalls as calls } from './contract/calls.ts';
import { endViewLink, makeViewLink, readView } from './server/read-only-links.ts';

export const readOnlyLink = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    const deps = { ...context, database: context.money };
    routes.answer(calls.makeViewLink, ({ body }) => makeViewLink(deps, body.codeQrUuid));
    routes.answer(calls.endViewLink, ({ body }) => endViewLink(deps, body.codeQrUuid));
    routes.answer(calls.readView, ({ params }) => readView(deps, params.key));
  },
} satisfies ServerExtra;

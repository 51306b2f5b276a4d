import type { ServerExtra } from '#src/server/context.ts';
import { certificateCalls as calls } from './contract/calls.ts';
import { makeCertificate } from './server/sales-certificates.ts';

export const certificate = {
  calls,
  routes: async (app, { context }) => {
    const make = calls.makeCertificate;
    context.routesOn(app).answer(make, ({ actor, query }) => makeCertificate(context, actor, query));
  },
} satisfies ServerExtra;

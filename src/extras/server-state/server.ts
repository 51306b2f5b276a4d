import type { ServerExtra } from '#src/server/context.ts';
import { readServerState } from '#src/server/watch/server-state.ts';
import { operatorCalls as calls } from './contract/calls.ts';

export const serverState = {
  calls,
  routes: async (app, { context }) => {
    context
      .routesOn(app)
      .value(calls.readServerState, () =>
        readServerState({ ...context, waiting: context.purchases.waiting }),
      );
  },
} satisfies ServerExtra;

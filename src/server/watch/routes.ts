import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { startRepeating } from '#src/server/repeating.ts';
import { readServerState } from './server-state.ts';
import { createLook, watchEveryMs } from './watch.ts';

/** The operator's page of the server's state. Where it is watched, the state goes into the meters until the server stops. */
export const watchRoutes: NounPlugin = async (app, { context }) => {
  const readState = () => readServerState({ ...context, waiting: context.purchases.waiting });
  context.routesOn(app).value(calls.readServerState, readState);
  if (!context.isWatched) return;
  const stop = startRepeating(
    createLook({ ...context, readState }),
    (error) => app.log.warn({ err: error }, 'the state of the database could not be read'),
    watchEveryMs,
  );
  app.addHook('onClose', stop);
};

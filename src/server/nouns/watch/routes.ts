import type { NounPlugin } from '#src/server/context.ts';
import { readServerState } from '#src/server/nouns/watch/server-state.ts';
import { startRepeating } from '#src/server/run/repeating.ts';
import { createLook, watchEveryMs } from './watch.ts';

/** Copies the state of the database into the metrics until the server stops, if the server is watched. */
export const watchRoutes: NounPlugin = async (app, { context }) => {
  if (!context.isWatched) return;
  const readState = () => readServerState(context);
  const stop = startRepeating(
    createLook({ ...context, readState }),
    (error) => app.log.warn({ err: error }, 'the state of the database could not be read'),
    watchEveryMs,
  );
  app.addHook('onClose', stop);
};

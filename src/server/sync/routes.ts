import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { receiveSync } from './receive-sync.ts';

/**
 * Receives a device's reports. The signature identifies the device; a session sent with it identifies the
 * signed-in person.
 */
export const syncRoutes: NounPlugin = async (app, { context }) => {
  context
    .routesOn(app)
    .answer(calls.sync, ({ body, actor }) =>
      receiveSync(context, body, { by: 'link', signedIn: actor?.id ?? null }),
    );
};

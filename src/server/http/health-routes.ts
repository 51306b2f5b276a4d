import { calls } from '#src/contract/calls.ts';
import { done, refuse } from '#src/server/answer.ts';
import type { Readiness } from '#src/server/store/readiness.ts';
import type { Routes } from './routes.ts';

/** Serves liveness and readiness. */
export function healthRoutes(
  routes: Routes,
  deps: {
    readiness: Readiness;
    now: () => Date;
    isStopping: () => boolean;
    version: string;
  },
): void {
  routes.value(
    calls.readHealth,
    ({ query }) => ({
      status: 'ok' as const,
      nonce: query.nonce ?? '',
      time: deps.now().toISOString(),
      version: deps.version,
    }),
    { isProbe: true },
  );
  routes.answer(
    calls.readReady,
    async ({ request }) => {
      const wrong = deps.isStopping() ? 'El servidor se está deteniendo.' : await deps.readiness();
      if (wrong === null) return done({ status: 'ready' as const });
      request.log.warn({ reason: wrong }, 'not ready');
      return refuse('UNAVAILABLE');
    },
    { isProbe: true },
  );
}

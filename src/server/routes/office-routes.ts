import { decisionPageSchema, decisionQuerySchema } from '#src/contract/decision.ts';
import { marketSettingsQuerySchema, marketSettingsSchema } from '#src/contract/market-settings.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { listDecisions } from '#src/server/services/decisions.ts';
import { changeMarketSettings, readMarketSettings } from '#src/server/services/market-settings.ts';
import type { Database } from '#src/server/store/database.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';

/** The market's office: its settings, and what was decided. */
export function officeRoutes(
  app: App,
  deps: { office: { database: Database; now: () => Date }; guard: Guard },
): void {
  const { office, guard } = deps;
  const settings = { 200: marketSettingsSchema, '4xx': refusalSchema };

  app.route({
    method: 'GET',
    url: '/market/settings',
    schema: { querystring: marketSettingsQuerySchema, response: settings },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE'),
    handler: async (request, reply) => {
      const named = request.query.globalMarketId ?? null;
      return replyAnswer(reply, 200, await readMarketSettings(office, actorOf(request), named));
    },
  });
  app.route({
    method: 'POST',
    url: '/market/settings',
    schema: { querystring: marketSettingsQuerySchema, body: marketSettingsSchema, response: settings },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) => {
      const named = request.query.globalMarketId ?? null;
      return replyAnswer(
        reply,
        200,
        await changeMarketSettings(office, actorOf(request), named, request.body),
      );
    },
  });
  app.route({
    method: 'GET',
    url: '/auditoria',
    schema: {
      querystring: decisionQuerySchema,
      response: { 200: decisionPageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: (request) => listDecisions(office, actorOf(request), request.query),
  });
}

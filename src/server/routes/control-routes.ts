import { timingSafeEqual } from 'node:crypto';
import { auditMoney } from '#src/server/services/audit.ts';
import type { Database } from '#src/server/store/database.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './reply-refusal.ts';

/** For the machine's own user, by the token of the control file. */
export function controlRoutes(app: App, deps: { database: Database; controlToken: string }): void {
  const expected = Buffer.from(deps.controlToken);
  app.route({
    method: 'GET',
    url: '/control/audit',
    schema: { hide: true },
    handler: async (request, reply) => {
      const given = Buffer.from(String(request.headers['x-control-token'] ?? ''));
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return replyRefusal(reply, 'ROUTE_NOT_FOUND');
      return reply.send(await auditMoney(deps));
    },
  });
}

import { timingSafeEqual } from 'node:crypto';
import { type LedgerAudit, auditLedger } from '#src/server/ledger/audit-ledger.ts';
import type { Database } from '#src/server/store/database.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './replies.ts';

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

/** The read-only check that every balance equals its postings and all postings sum to 0. */
export function auditMoney(deps: { database: Database }): Promise<LedgerAudit> {
  return auditLedger(deps.database);
}

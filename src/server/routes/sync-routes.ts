import * as z from 'zod/mini';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { snapshotRequestSchema, syncAnswerSchema, syncRequestSchema } from '#src/contract/sync.ts';
import { syncDevice } from '#src/server/services/sync.ts';
import type { SyncDeps } from '#src/server/services/sync-deps.ts';
import { readSnapshot } from '#src/server/services/sync-snapshot.ts';
import type { Database } from '#src/server/store/database.ts';
import type { App } from './fastify-app.ts';
import { replyAnswer } from './reply-refusal.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

/** A device speaks. Who it is, its signature says: no session is needed. */
export function syncRoutes(
  app: App,
  deps: { sync: SyncDeps & { database: Database }; quotas: Quotas },
): void {
  const throttleDevices = throttleByAddress(deps.quotas.deviceCall);
  app.route({
    method: 'POST',
    url: '/sync',
    onRequest: throttleDevices,
    schema: { body: syncRequestSchema, response: { 200: syncAnswerSchema, '4xx': refusalSchema } },
    handler: async (request, reply) => replyAnswer(reply, 200, await syncDevice(deps.sync, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/sync/snapshot',
    onRequest: throttleDevices,
    schema: {
      body: snapshotRequestSchema,
      response: {
        200: { content: { 'application/octet-stream': { schema: z.any() } } },
        '4xx': refusalSchema,
      },
    },
    handler: async (request, reply) => {
      const answer = await readSnapshot(deps.sync, request.body);
      if (!answer.ok) return replyAnswer(reply, 200, answer);
      return reply.code(200).type('application/octet-stream').send(Buffer.from(answer.value.buffer));
    },
  });
}

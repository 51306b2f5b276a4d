import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { marketTodaySchema } from '#src/contract/market-today.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { todaySchema } from '#src/contract/today.ts';
import {
  userListQuerySchema,
  userPageSchema,
  userRejectionSchema,
  userSchema,
  userTargetSchema,
} from '#src/contract/user.ts';
import { approve, reject, remove, restore, type ApprovalDeps } from '#src/server/services/approvals.ts';
import { findUser, listUsers, type DirectoryDeps } from '#src/server/services/directory.ts';
import { readMarketToday } from '#src/server/services/market-today.ts';
import { readToday } from '#src/server/services/today.ts';
import type { App } from './fastify-app.ts';
import { actorOf, personOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';

/** Accounts: list, look-up, approve, reject, delete; and today's figures of one's own role. */
export function userRoutes(
  app: App,
  deps: { directory: DirectoryDeps; approvals: ApprovalDeps; guard: Guard },
): void {
  const { directory, approvals, guard } = deps;

  app.route({
    method: 'GET',
    url: '/auth/users',
    schema: { querystring: userListQuerySchema, response: { 200: userPageSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await listUsers(directory, actorOf(request), request.query)),
  });
  app.route({
    method: 'GET',
    url: '/auth/user/:id',
    schema: {
      params: z.object({ id: textField(60) }),
      response: { 200: userSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET', 'RECARGA'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await findUser(directory, actorOf(request), request.params.id)),
  });
  const decisions = [
    ['/auth/approve', approve],
    ['/auth/delete', remove],
    ['/auth/restore', restore],
  ] as const;
  for (const [url, decide] of decisions)
    app.route({
      method: 'POST',
      url,
      schema: {
        body: userTargetSchema,
        response: { 200: userSchema, '4xx': refusalSchema, '5xx': refusalSchema },
      },
      onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
      handler: async (request, reply) =>
        replyAnswer(reply, 200, await decide(approvals, actorOf(request), request.body)),
    });
  app.route({
    method: 'POST',
    url: '/auth/reject',
    schema: { body: userRejectionSchema, response: { 200: userSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await reject(approvals, actorOf(request), request.body)),
  });
  app.route({
    method: 'GET',
    url: '/today',
    schema: { response: { 200: todaySchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE', 'PROVEEDOR'),
    handler: (request) => readToday(directory, actorOf(request), personOf(request)),
  });
  app.route({
    method: 'GET',
    url: '/today/market',
    schema: { response: { 200: marketTodaySchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: (request) => readMarketToday(directory, actorOf(request)),
  });
}

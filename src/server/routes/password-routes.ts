import * as z from 'zod/mini';
import { passwordChangeSchema, passwordResetSchema, resetCodeSchema } from '#src/contract/password.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { userTargetSchema } from '#src/contract/user.ts';
import {
  changePassword,
  issueResetCode,
  resetPassword,
  signOutEverywhere,
  type PasswordDeps,
} from '#src/server/services/own-password.ts';
import type { App } from './fastify-app.ts';
import { actorOf, personOf, type Guard } from './guard.ts';
import { replyAnswer, replyRefusal } from './reply-refusal.ts';
import { createThrottle, throttleByAddress, type Quotas } from './throttle.ts';

const nothing = { 204: z.null(), '4xx': refusalSchema };

/** Passwords: one's own, and those that were forgotten. */
export function passwordRoutes(
  app: App,
  deps: { passwords: PasswordDeps; guard: Guard; quotas: Quotas },
): void {
  const { passwords, guard, quotas } = deps;
  const signedIn = guard.allow('ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE', 'PROVEEDOR');
  const perAccount = createThrottle(quotas.loginAccount);

  app.route({
    method: 'POST',
    url: '/auth/change-password',
    schema: { body: passwordChangeSchema, response: nothing },
    onRequest: signedIn,
    handler: async (request, reply) => {
      const { id } = actorOf(request);
      if (!(await perAccount.isOpen(id, reply))) return reply;
      const answer = await changePassword(passwords, actorOf(request), personOf(request), request.body);
      if (answer.ok) await perAccount.forget(id);
      else await perAccount.count(id);
      return answer.ok ? reply.code(204).send(null) : replyRefusal(reply, answer.code);
    },
  });
  app.route({
    method: 'POST',
    url: '/auth/logout-everywhere',
    schema: { response: nothing },
    onRequest: signedIn,
    handler: async (request, reply) => {
      await signOutEverywhere(passwords, actorOf(request), personOf(request));
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'POST',
    url: '/auth/reset-code',
    schema: { body: userTargetSchema, response: { 201: resetCodeSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await issueResetCode(passwords, actorOf(request), request.body)),
  });
  app.route({
    method: 'POST',
    url: '/auth/reset-password',
    schema: { body: passwordResetSchema, response: nothing },
    onRequest: throttleByAddress(quotas.loginAddress),
    handler: async (request, reply) => {
      const answer = await resetPassword(passwords, request.body);
      return answer.ok ? reply.code(204).send(null) : replyRefusal(reply, answer.code);
    },
  });
}

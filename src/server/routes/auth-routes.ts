import * as z from 'zod/mini';
import { loginSchema, refreshSchema, tokenPairSchema } from '#src/contract/login.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import type { SessionDeps } from '#src/server/services/sessions.ts';
import { logIn, logOut, renew } from '#src/server/services/sessions.ts';
import type { App } from './fastify-app.ts';
import { replyAnswer } from './reply-refusal.ts';
import { createThrottle, throttleByAddress, type Quotas } from './throttle.ts';

/** Signing in, renewing and signing out. */
export function authRoutes(app: App, deps: { sessions: SessionDeps; quotas: Quotas }): void {
  const perAccount = createThrottle(deps.quotas.loginAccount);
  const perAccountAnywhere = createThrottle(deps.quotas.loginAccountAnywhere);

  app.route({
    method: 'POST',
    url: '/auth/login',
    schema: { body: loginSchema, response: { 200: tokenPairSchema, '4xx': refusalSchema } },
    onRequest: throttleByAddress(deps.quotas.loginAddress),
    handler: async (request, reply) => {
      const account = `${request.body.userType} ${request.body.email}`;
      const here = `${account} ${request.ip}`;
      if (!(await perAccount.isOpen(here, reply)) || !(await perAccountAnywhere.isOpen(account, reply)))
        return reply;
      const answer = await logIn(deps.sessions, request.body);
      if (answer.ok) await perAccount.forget(here);
      else if (answer.code === 'INVALID_CREDENTIALS')
        await Promise.all([perAccount.count(here), perAccountAnywhere.count(account)]);
      return replyAnswer(reply, 200, answer);
    },
  });

  app.route({
    method: 'POST',
    url: '/auth/refresh',
    schema: { body: refreshSchema, response: { 200: tokenPairSchema, '4xx': refusalSchema } },
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await renew(deps.sessions, request.body.refreshToken)),
  });

  app.route({
    method: 'POST',
    url: '/auth/logout',
    schema: { body: refreshSchema, response: { 204: z.null(), '4xx': refusalSchema } },
    handler: async (request, reply) => {
      await logOut(deps.sessions, request.body.refreshToken);
      return reply.code(204).send(null);
    },
  });
}

import { calls } from '#src/contract/calls.ts';
import { logIn, logOut, renew, type SessionDeps } from '#src/server/services/sessions.ts';
import { replyAnswer } from './reply-refusal.ts';
import type { Routes } from './routes.ts';
import { createThrottle, type Quotas } from './throttle.ts';

/** Signing in, renewing and signing out. */
export function authRoutes(routes: Routes, deps: { sessions: SessionDeps; quotas: Quotas }): void {
  const { sessions, quotas } = deps;
  const perAccount = createThrottle(quotas.loginAccount);
  const perAccountAnywhere = createThrottle(quotas.loginAccountAnywhere);

  routes.raw(calls.logIn, async ({ body, request, reply }) => {
    const account = `${body.userType} ${body.email}`;
    const here = `${account} ${request.ip}`;
    if (!(await perAccount.isOpen(here, reply)) || !(await perAccountAnywhere.isOpen(account, reply)))
      return reply;
    const answer = await logIn(sessions, body);
    if (answer.ok) await perAccount.forget(here);
    else if (answer.code === 'INVALID_CREDENTIALS')
      await Promise.all([perAccount.count(here), perAccountAnywhere.count(account)]);
    return replyAnswer(reply, 200, answer);
  });
  routes.answer(calls.renewTokens, ({ body }) => renew(sessions, body.refreshToken));
  routes.value(calls.logOut, ({ body }) => logOut(sessions, body.refreshToken));
}

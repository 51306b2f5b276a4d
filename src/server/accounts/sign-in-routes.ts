import { calls } from '#src/contract/calls.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { createThrottle, type Quotas } from '#src/server/http/throttle.ts';
import {
  changePassword,
  issueResetCode,
  resetPassword,
  signOutEverywhere,
  type PasswordDeps,
} from './passwords.ts';
import { logIn, logOut, renew, type SessionDeps } from './sessions.ts';

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

/** Passwords: one's own, and those that were forgotten. */
export function passwordRoutes(routes: Routes, deps: { passwords: PasswordDeps; quotas: Quotas }): void {
  const { passwords, quotas } = deps;
  const perAccount = createThrottle(quotas.loginAccount);

  routes.raw(calls.changePassword, async ({ actor, person, body, reply }) => {
    if (!(await perAccount.isOpen(actor.id, reply))) return reply;
    const answer = await changePassword(passwords, actor, person, body);
    if (answer.ok) await perAccount.forget(actor.id);
    else await perAccount.count(actor.id);
    return replyAnswer(reply, 204, answer);
  });
  routes.value(calls.signOutEverywhere, ({ actor, person }) => signOutEverywhere(passwords, actor, person));
  routes.answer(calls.issueResetCode, ({ actor, body }) => issueResetCode(passwords, actor, body));
  routes.answer(calls.resetPassword, ({ body }) => resetPassword(passwords, body));
}

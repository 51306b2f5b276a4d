import { calls } from '#src/contract/calls.ts';
import {
  changePassword,
  issueResetCode,
  resetPassword,
  signOutEverywhere,
  type PasswordDeps,
} from '#src/server/services/own-password.ts';
import { replyAnswer } from './reply-refusal.ts';
import type { Routes } from './routes.ts';
import { createThrottle, type Quotas } from './throttle.ts';

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

import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import { createThrottle, type Quotas } from '#src/server/http/throttle.ts';
import { approve, reject, remove, restore, type ApprovalDeps } from './approvals.ts';
import { listDecisions } from './reads.ts';
import {
  findMarket,
  findUser,
  listMarkets,
  listStalls,
  listTopUpPoints,
  listUsers,
  type DirectoryDeps,
} from './directory.ts';
import { changeMarketSettings, readMarketSettings } from './market-settings.ts';
import {
  registerCustomer,
  registerFirstAdmin,
  registerMarket,
  registerStall,
  registerSupplier,
  registerTopUpPoint,
  type RegistrationDeps,
} from './registrations.ts';
import {
  changePassword,
  issueResetCode,
  resetPassword,
  signOutEverywhere,
  type PasswordDeps,
} from './passwords.ts';
import { logIn, logOut, renew, type SessionDeps } from './sessions.ts';

/** Open to everybody and throttled, so that nobody can flood the approval list. */
export function registrationRoutes(routes: Routes, registrations: RegistrationDeps): void {
  routes.answer(calls.registerCustomer, ({ body }) => registerCustomer(registrations, body));
  routes.answer(calls.registerMarket, ({ body }) => registerMarket(registrations, body));
  routes.answer(calls.registerStall, ({ body }) => registerStall(registrations, body));
  routes.answer(calls.registerTopUpPoint, ({ body }) => registerTopUpPoint(registrations, body));
  routes.answer(calls.registerSupplier, ({ body }) => registerSupplier(registrations, body));
  routes.answer(calls.createFirstAdmin, ({ body }) => registerFirstAdmin(registrations, body));
}

/** Accounts: list, look-up, approve, reject, delete; and who decided what. */
export function userRoutes(
  routes: Routes,
  { directory, approvals }: { directory: DirectoryDeps; approvals: ApprovalDeps },
): void {
  routes.answer(calls.listUsers, ({ actor, query }) => listUsers(directory, actor, query));
  routes.answer(calls.findUser, ({ actor, params }) => findUser(directory, actor, params.id));
  routes.answer(calls.approveUser, ({ actor, body }) => approve(approvals, actor, body));
  routes.answer(calls.rejectUser, ({ actor, body }) => reject(approvals, actor, body));
  routes.answer(calls.deleteUser, ({ actor, body }) => remove(approvals, actor, body));
  routes.answer(calls.restoreUser, ({ actor, body }) => restore(approvals, actor, body));
  routes.value(calls.listDecisions, ({ actor, query }) => listDecisions(approvals, actor, query));
}

/** Markets, their stalls (public), their top-up points and their settings. ADMIN opens markets, approved at once, and takes them away. */
export function marketRoutes(
  routes: Routes,
  { directory, approvals }: { directory: DirectoryDeps; approvals: ApprovalDeps },
): void {
  routes.answer(calls.createMarket, ({ actor, body }) => registerMarket(approvals, body, actor));
  routes.answer(calls.deleteMarket, ({ actor, params }) =>
    remove(approvals, actor, { id: params.id, userType: 'GLOBAL_MARKET' }),
  );
  routes.value(calls.listMarkets, ({ actor }) => listMarkets(directory, actor));
  routes.answer(calls.findMarket, ({ actor, params }) => findMarket(directory, actor, params.id));
  routes.value(calls.listStalls, () => listStalls(directory, null));
  routes.value(calls.listStallsOfMarket, ({ params }) => listStalls(directory, params.id));
  routes.value(calls.listTopUpPoints, ({ actor }) => listTopUpPoints(directory, actor, null));
  routes.value(calls.listTopUpPointsOfMarket, ({ actor, params }) =>
    listTopUpPoints(directory, actor, params.id),
  );
  routes.answer(calls.readMarketSettings, ({ actor, query }) =>
    readMarketSettings(approvals, actor, query.globalMarketId ?? null),
  );
  routes.answer(calls.changeMarketSettings, ({ actor, query, body }) =>
    changeMarketSettings(approvals, actor, query.globalMarketId ?? null, body),
  );
}

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

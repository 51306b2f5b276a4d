import { calls } from '#src/contract/calls.ts';
import type { Context, NounPlugin } from '#src/server/context.ts';
import { addressKey } from '#src/server/http/address.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import type { Routes } from '#src/server/http/routes.ts';
import type { Quotas } from '#src/server/http/throttle.ts';
import { createPasswordCheck } from '#src/server/store/secrets/slow-hash.ts';
import { approve, reject, remove, restore } from './approvals.ts';
import { findMarket, findUser, listTopUpPoints, listUsers } from './directory.ts';
import { makeMarketCode } from './market-codes.ts';
import { changeMarketSettings, readMarketSettings } from './market-settings.ts';
import { createPasswordTries } from './password-tries.ts';
import {
  changePassword,
  issueResetCode,
  resetPassword,
  signOutEverywhere,
  type PasswordDeps,
} from './passwords.ts';
import { listDecisions, listMarkets, listStalls } from './reads.ts';
import {
  registerByAnybody,
  checkSetupLink,
  registerFirstAdmin,
  registerMarket,
  registerStall,
  registerSupplier,
  registerTopUpPoint,
} from './registrations.ts';
import { logIn, logOut, renew, type SessionDeps } from './sessions.ts';
import { createSignInEvents } from './sign-in-events.ts';

/** Accounts: sign-in, passwords, registrations, approvals, markets and their settings. */
export const accountRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const passwords = { ...context, passwordMatches: await createPasswordCheck(context.hashCost) };
  const sessions = { ...passwords, database: context.money, secret: context.keyOf('refresh-chain') };
  serveSessions(routes, sessions);
  servePasswords(routes, passwords);
  serveRegistrations(routes, context);
  serveUsers(routes, context);
  serveMarkets(routes, context);
};

/** Open to every caller and throttled, so that no caller can flood the approval list. */
function serveRegistrations(routes: Routes, context: Context): void {
  routes.answer(calls.register, ({ actor, body }) => {
    if (body.userType === 'GLOBAL_MARKET') return registerMarket(context, body);
    if (body.userType === 'ESTANTE') return registerStall(context, body);
    if (body.userType === 'RECARGA') return registerTopUpPoint(context, body);
    if (body.userType === 'PROVEEDOR') return registerSupplier(context, body);
    return registerByAnybody(context, body, actor);
  });
  routes.answer(calls.registerMarket, ({ body }) => registerMarket(context, body));
  routes.answer(calls.registerStall, ({ body }) => registerStall(context, body));
  routes.answer(calls.registerTopUpPoint, ({ body }) => registerTopUpPoint(context, body));
  routes.answer(calls.registerSupplier, ({ body }) => registerSupplier(context, body));
  routes.answer(calls.checkSetupLink, ({ body }) => checkSetupLink(context, body.token));
  routes.answer(calls.createFirstAdmin, ({ body }) => registerFirstAdmin(context, body));
}

/** Accounts: list, look-up, approval, rejection, deletion, and the audit of decisions. */
function serveUsers(routes: Routes, context: Context): void {
  routes.answer(calls.listUsers, ({ actor, query }) => listUsers(context, actor, query));
  routes.answer(calls.findUser, ({ actor, params }) => findUser(context, actor, params.id));
  routes.answer(calls.approveUser, ({ actor, body }) => approve(context, actor, body));
  routes.answer(calls.rejectUser, ({ actor, body }) => reject(context, actor, body));
  routes.answer(calls.deleteUser, ({ actor, body }) => remove(context, actor, body));
  routes.answer(calls.restoreUser, ({ actor, body }) => restore(context, actor, body));
  routes.value(calls.listDecisions, ({ actor, query }) => listDecisions(context, actor, query));
}

/**
 * Markets, their stalls (public), their top-up points and their settings. ADMIN creates markets, already
 * approved, and deletes them.
 */
function serveMarkets(routes: Routes, context: Context): void {
  routes.answer(calls.makeMarketCode, ({ actor, body }) => makeMarketCode(context, actor, body));
  routes.answer(calls.createMarket, ({ actor, body }) => registerMarket(context, body, actor));
  routes.answer(calls.deleteMarket, ({ actor, params }) =>
    remove(context, actor, { id: params.id, userType: 'GLOBAL_MARKET' }),
  );
  routes.value(calls.listMarkets, ({ actor }) => listMarkets(context, actor));
  routes.answer(calls.findMarket, ({ actor, params }) => findMarket(context, actor, params.id));
  routes.value(calls.listStalls, () => listStalls(context, null));
  routes.value(calls.listStallsOfMarket, ({ params }) => listStalls(context, params.id));
  routes.value(calls.listTopUpPoints, ({ actor }) => listTopUpPoints(context, actor, null));
  routes.value(calls.listTopUpPointsOfMarket, ({ actor, params }) =>
    listTopUpPoints(context, actor, params.id),
  );
  routes.answer(calls.readMarketSettings, ({ actor, query }) =>
    readMarketSettings(context, actor, query.globalMarketId ?? null),
  );
  routes.answer(calls.changeMarketSettings, ({ actor, query, body }) =>
    changeMarketSettings(context, actor, query.globalMarketId ?? null, body),
  );
}

const wrongSignIns = ['INVALID_CREDENTIALS', 'SECOND_FACTOR_WRONG'];

/** Sign-in, renewal and sign-out. */
function serveSessions(routes: Routes, sessions: SessionDeps & { quotas: Quotas }): void {
  const events = createSignInEvents(sessions);
  const tries = createPasswordTries('sign-in', sessions.database, sessions.quotas);

  routes.raw(calls.logIn, async ({ body, request, reply }) => {
    const guess = { account: `${body.userType} ${body.email}`, address: addressKey(request.ip) };
    const answer = await tries.judge(reply, guess, wrongSignIns, () => logIn(sessions, body));
    const isWrong = answer !== null && !answer.ok && answer.code === 'INVALID_CREDENTIALS';
    const event = isWrong ? events.failed : answer === null ? events.locked : null;
    // Not awaited: the time of the answer must not reveal whether the account exists.
    event?.(body, guess.address).catch((error: unknown) => {
      request.log.error({ err: error }, 'a failed sign-in was not written down');
    });
    return answer ? replyAnswer(reply, 200, answer) : reply;
  });
  routes.answer(calls.renewTokens, ({ body }) => renew(sessions, body.refreshToken));
  routes.value(calls.logOut, ({ body }) => logOut(sessions, body.refreshToken));
}

/** Passwords: changing one's own, and resetting a forgotten one. */
function servePasswords(routes: Routes, passwords: PasswordDeps & { quotas: Quotas }): void {
  const ownTries = createPasswordTries('password', passwords.database, passwords.quotas);
  const codeTries = createPasswordTries('reset', passwords.database, passwords.quotas);

  routes.raw(calls.changePassword, async ({ actor, person, body, request, reply }) => {
    const answer = await ownTries.judge(
      reply,
      { account: actor.id, address: addressKey(request.ip) },
      ['WRONG_PASSWORD'],
      () => changePassword(passwords, actor, person, body),
    );
    return answer ? replyAnswer(reply, 204, answer) : reply;
  });
  routes.value(calls.signOutEverywhere, ({ actor, person }) => signOutEverywhere(passwords, actor, person));
  routes.answer(calls.issueResetCode, ({ actor, body }) => issueResetCode(passwords, actor, body));
  routes.raw(calls.resetPassword, async ({ body, request, reply }) => {
    const guess = { account: `${body.userType} ${body.email}`, address: addressKey(request.ip) };
    const answer = await codeTries.judge(reply, guess, ['RESET_CODE_INVALID'], () =>
      resetPassword(passwords, body),
    );
    return answer ? replyAnswer(reply, 204, answer) : reply;
  });
}

import { calls } from '#src/contract/calls.ts';
import { approve, reject, remove, restore, type ApprovalDeps } from '#src/server/services/approvals.ts';
import { listDecisions } from '#src/server/services/decisions.ts';
import { findUser, listUsers, type DirectoryDeps } from '#src/server/services/directory.ts';
import { readMarketToday } from '#src/server/services/market-today.ts';
import { readToday } from '#src/server/services/today.ts';
import type { Routes } from './routes.ts';

/** Accounts: list, look-up, approve, reject, delete; who decided what; and today's figures of one's own role. */
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
  routes.value(calls.readToday, ({ actor, person }) => readToday(directory, actor, person));
  routes.value(calls.readMarketToday, ({ actor }) => readMarketToday(directory, actor));
}

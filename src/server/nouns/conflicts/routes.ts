import { calls } from '#src/contract/calls.ts';
import type { AssignCommand, AssignedConflict } from '#src/contract/conflicts/schemas.ts';
import { assignLoss, type AssignDeps } from '#src/operations/assignment/assign.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { NounPlugin } from '#src/server/context.ts';
import type { Database } from '#src/server/store/database.ts';
import { readConflicts } from './reads.ts';

/** Lines that need a decision. */
export const conflictRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const settlement = { ...context.sync, database: context.database };
  routes.value(calls.listConflicts, ({ actor, query: { state, q, ...page } }) =>
    readConflicts(settlement.database, { marketId: actor.marketId, state, q }, page, settlement.now()),
  );
  routes.answer(calls.assignConflict, ({ actor, body }) => assignConflict(settlement, actor, body));
};

/** Assigns the loss of a line, and returns the updated line with the customer's new voucher, if any. */
async function assignConflict(
  deps: AssignDeps & { database: Database },
  actor: Actor,
  command: AssignCommand,
): Promise<Answer<AssignedConflict>> {
  const answer = await assignLoss(deps, actor, command);
  if (!answer.ok) return answer;
  const filter = { marketId: actor.marketId, id: command.id };
  const [conflict] = (await readConflicts(deps.database, filter, { limit: 1 }, deps.now())).items;
  if (!conflict) return refuse('NOT_FOUND');
  return done(answer.value === null ? conflict : { ...conflict, topUp: answer.value });
}

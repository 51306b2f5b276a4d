import type { Consent } from '#src/contract/customers/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { ServerExtra } from '#src/server/context.ts';
import type { Database } from '#src/server/store/database.ts';
import { insertConsent, readConsents, saidTo } from '#src/server/store/records/consents.ts';
import { personById } from '#src/server/store/records/people.ts';
import { personalDataCalls as calls } from './contract/calls.ts';
import type { ConsentCommand } from './contract/schemas.ts';
import { exportCustomer, exportOwn } from './server/copies.ts';
import { changeDataPolicy, readDataPolicy } from './server/data-policy.ts';
import { forgetCustomer, readOutOfTime } from './server/forget.ts';

/** Datos personales: stored data, consents, and erasure. */
export const personalData = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    routes.answer(calls.readDataPolicy, ({ params }) => readDataPolicy(context.database, params.code));
    routes.answer(calls.changeDataPolicy, ({ actor, query, body }) =>
      changeDataPolicy(context, actor, query.globalMarketId ?? null, body),
    );
    routes.answer(calls.recordConsent, ({ actor, body }) => recordConsent(context, actor, body));
    routes.answer(calls.exportCustomer, ({ actor, params }) => exportCustomer(context, actor, params.id));
    routes.answer(calls.forgetCustomer, ({ actor, body }) => forgetCustomer(context, actor, body.id));
    routes.answer(calls.exportOwnData, ({ actor }) => exportOwn(context, actor));
  },
  outOfTime: { read: readOutOfTime, forget: (deps, id) => forgetCustomer(deps, null, id) },
} satisfies ServerExtra;

/** Records that the customer agreed to the notice in front of the caller. */
async function recordConsent(
  deps: { database: Database; now: () => Date },
  actor: Actor,
  { id, notice }: ConsentCommand,
): Promise<Answer<Consent>> {
  const now = deps.now();
  const customer = await personById(deps.database, id);
  if (customer?.user_type !== 'USUARIO') return refuse('UNKNOWN_CUSTOMER');
  await insertConsent(deps.database, { ...saidTo(actor, notice, now), customerId: id });
  const [newest] = await readConsents(deps.database, id);
  return newest ? done(newest) : refuse('UNKNOWN_CUSTOMER');
}

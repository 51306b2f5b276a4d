import type { Consent } from '#src/contract/customers/consent.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import { insertConsent, readConsents, saidTo } from '#src/server/store/records/consents.ts';
import { personById } from '#src/server/store/records/people.ts';
import type { ConsentCommand } from '../contract/schemas.ts';

/** Records that the customer agreed to the notice in front of the caller. */
export async function recordConsent(
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

import type { User } from '#src/contract/accounts/schemas.ts';
import type { CustomersMerged } from '#src/contract/customers/schemas.ts';
import { sharedNumber } from '#src/domain/identification.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { personColumns, personTables, toUser, type PersonRow } from '#src/server/store/records/people.ts';
import { mayChange } from './served.ts';

/** SQL: customers who may be the same person as another row. A person decides whether they are. */
export const hasDouble = `p.shared_number <> '' and exists (select 1 from person o where o.visible
  and o.user_type = 'USUARIO' and o.shared_number = p.shared_number and o.id <> p.id)`;

/** Returns the other customers with the number of `customer`, oldest first. */
export async function readDoubles(session: Session, customer: PersonRow): Promise<User[]> {
  const number = sharedNumber(customer.identificacion);
  if (number === null) return [];
  const { rows } = await session.query<PersonRow>({
    name: 'doubles',
    text: `select ${personColumns} from ${personTables} where p.visible and p.user_type = 'USUARIO'
      and p.shared_number = $1 and p.id <> $2 order by p.created_at, p.id`,
    values: [number, customer.id],
  });
  return rows.map(toUser);
}

/**
 * Merges two rows of one person, which share a number: `id` is hidden and read together with `into` from then on. No voucher,
 * purchase or point changes, so papers of the hidden row stay valid. A market may do this only if no other
 * market has served the hidden row.
 */
export function mergeCustomers(
  deps: { database: Database; now: () => Date },
  actor: Actor,
  { id, into }: CustomersMerged,
): Promise<Answer<User>> {
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<PersonRow>({
      name: 'customers-to-merge',
      text: `select ${personColumns} from ${personTables}
        where p.id = any ($1::uuid[]) and p.user_type = 'USUARIO' and p.visible order by p.id for update of p`,
      values: [[id, into]],
    });
    const [gone, kept] = [id, into].map((one) => rows.find((row) => row.id === one));
    if (!gone || !kept) return refuse('UNKNOWN_CUSTOMER');
    const number = sharedNumber(kept.identificacion);
    if (gone === kept || number === null || sharedNumber(gone.identificacion) !== number)
      return refuse('WRONG_STATE');
    if (await isServedElsewhere(session, actor, id)) return refuse('FORBIDDEN');
    if (!(await mayChange(session, actor, into))) return refuse('FORBIDDEN');
    await session.query({
      name: 'merge-customers',
      text: `update person set merged_into = $2, visible = case when id = $1 then false else visible end
        where id = $1 or merged_into = $1`,
      values: [id, into],
    });
    await writeDecision(session, {
      kind: 'customers-merged',
      actor,
      marketId: actor.marketId,
      subject: { type: 'USUARIO', id: into, name: kept.owner_name },
      before: { name: gone.owner_name, identificacion: gone.identificacion },
      after: { name: kept.owner_name, identificacion: kept.identificacion },
      recordedAt: deps.now(),
    });
    return done(toUser(kept));
  }, 'money');
}

async function isServedElsewhere(session: Session, actor: Actor, customerId: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'issued-elsewhere',
    text: `select 1 from voucher where owner_id in (select id from person where id = $1 or merged_into = $1)
      and $2::uuid is not null and market_id <> $2 limit 1`,
    values: [customerId, marketScope(actor)],
  });
  return rowCount > 0;
}

import type { User } from '#src/contract/accounts/schemas.ts';
import type { CustomersMerged } from '#src/contract/customers/schemas.ts';
import { isSameDocument, readIdentification } from '#src/domain/identification.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { writeDecision } from '#src/server/records/decisions.ts';
import { personColumns, personTables, toUser, type PersonRow } from '#src/server/records/people.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { mayChange } from './served.ts';

/**
 * SQL: customers who share a document with another row, registered before documents were compared. A person
 * decides whether they are the same customer.
 */
export const hasTwin = `exists (select 1 from person o where o.visible and o.user_type = 'USUARIO'
  and o.document_number = p.document_number and o.document_type = p.document_type and o.id <> p.id)`;

/** Returns the other customers with the document of `customer`, oldest first. */
export async function readSameDocument(session: Session, customer: PersonRow): Promise<User[]> {
  const { number, type } = readIdentification(customer.identificacion);
  const { rows } = await session.query<PersonRow>({
    name: 'same-document',
    text: `select ${personColumns} from ${personTables} where p.visible and p.user_type = 'USUARIO'
      and p.document_number = $1 and p.document_type = $2 and p.id <> $3 order by p.created_at, p.id`,
    values: [number, type, customer.id],
  });
  return rows.map(toUser);
}

/**
 * Ensures that one row of each document is in the unique index. Without one, the next registration would
 * create a second customer.
 */
export async function keepOneOf(session: Session, identificacion: string): Promise<void> {
  const { number, type } = readIdentification(identificacion);
  await session.query({
    name: 'keep-one-of-document',
    text: `update person set document_clash = false where id = (
        select id from person where visible and user_type = 'USUARIO' and document_clash
          and document_number = $1 and document_type = $2 order by created_at, id limit 1)
      and not exists (select 1 from person where visible and user_type = 'USUARIO' and not document_clash
        and document_number = $1 and document_type = $2)`,
    values: [number, type],
  });
}

/**
 * Merges two rows of one document: `id` is hidden and read together with `into` from then on. No voucher,
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
    if (gone === kept || !isSameDocument(gone.identificacion, kept.identificacion))
      return refuse('WRONG_STATE');
    if (await isServedElsewhere(session, actor, id)) return refuse('FORBIDDEN');
    if (!(await mayChange(session, actor, into))) return refuse('FORBIDDEN');
    await session.query({
      name: 'merge-customers',
      text: `update person set merged_into = $2, visible = case when id = $1 then false else visible end
        where id = $1 or merged_into = $1`,
      values: [id, into],
    });
    await keepOneOf(session, kept.identificacion);
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
    text: 'select 1 from voucher where owner_id = $1 and $2::uuid is not null and market_id <> $2 limit 1',
    values: [customerId, marketScope(actor)],
  });
  return rowCount > 0;
}

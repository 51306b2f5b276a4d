import { identificationSentences } from '#src/domain/identification-sentence.ts';
import {
  identificationFault,
  possibleNit,
  readIdentification,
  type IdentificationFault,
} from '#src/domain/identification.ts';
import { plainName } from '#src/domain/plain-name.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { refuse, type Answer, type Refusal } from '#src/server/answer.ts';
import type { Session } from '#src/server/store/database.ts';
import { isFoundByDocument, type NewPerson } from '#src/server/store/records/people.ts';
import { lockRow } from '#src/server/store/rows.ts';

/**
 * Returns the refusal of a text that identifies no person, or null. Staff must name the type of a number with a
 * check digit when a customer has it as their NIT. Other callers must not learn that.
 */
export async function identificationRefusal(
  session: Session,
  identificacion: string,
  isStaff: boolean,
): Promise<Refusal | null> {
  const nit = possibleNit(identificacion);
  if (nit && isStaff) {
    const { rowCount } = await session.query({
      name: 'nit-of-number',
      text: `select 1 from person where document_number = $1 and document_type = $2 and visible and user_type = 'USUARIO'`,
      values: [nit.number, nit.type],
    });
    if (rowCount > 0) return refusalOf('unclear-digit');
  }
  const fault = identificationFault(identificacion);
  return fault && refusalOf(fault);
}

function refusalOf(fault: IdentificationFault): Refusal {
  const reason = identificationSentences[fault];
  return refuse('INVALID_REQUEST', { reason, fields: { identificacion: reason } });
}

/** Returns the customer whose other row, merged into theirs, has this document; null for none. */
export async function mergedInto(session: Session, identificacion: string): Promise<string | null> {
  const document = readIdentification(identificacion);
  const { rows } = await session.query<{ id: string }>({
    name: 'merged-document',
    text: `select d.merged_into as id from person d
      where ${isFoundByDocument('d')} and d.merged_into is not null and d.document_number = $1 and d.document_type = $2`,
    values: [document.number, document.type],
  });
  return rows[0]?.id ?? null;
}

const nameTaken = 'Este mercado ya tiene un estante con ese nombre.';

/**
 * Returns the refusal of a stall whose name, as people see it, another stall of the market has that was not rejected.
 * Null for a person without a stall. Locks the market, so that only the first of several at once gets it.
 */
export async function stallNameRefusal(
  session: Session,
  market: MarketId,
  { stall_name: wanted = '', email = '' }: Pick<NewPerson, 'stall_name' | 'email'>,
): Promise<Refusal | null> {
  if (wanted === '') return null;
  await lockRow(session, 'market', market);
  const { rows } = await session.query<{ name: string }>({
    name: 'stall-names',
    text: `select stall_name as name from person
      where market_id = $1 and user_type = 'ESTANTE' and visible and status <> 'RECHAZADO'
        and lower(email) <> lower($2)`,
    values: [market, email],
  });
  const seen = (name: string): string => plainName(name) || name;
  const isTaken = rows.some(({ name }) => seen(name) === seen(wanted));
  return isTaken
    ? refuse('INVALID_REQUEST', { reason: nameTaken, fields: { estanteName: nameTaken } })
    : null;
}

/** Returns the result of `change`, or a refusal when another person has the identification or the email. */
export async function unlessTaken<Value>(change: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
  try {
    return await change();
  } catch (error) {
    const key = violatedKey(error);
    if (key === 'person_identification') return refuse('IDENTIFICATION_TAKEN');
    if (key === 'person_email') return refuse('EMAIL_TAKEN');
    throw error;
  }
}

/** Returns the name of the unique key that a statement has violated; undefined for another error. */
export function violatedKey(error: unknown): unknown {
  return error instanceof Error && 'constraint' in error ? error.constraint : undefined;
}

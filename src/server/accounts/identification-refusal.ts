import { identificationSentences } from '#src/domain/identification-sentence.ts';
import { identificationFault, possibleNit, type IdentificationFault } from '#src/domain/identification.ts';
import { refuse, type Refusal } from '#src/server/answer.ts';
import type { Session } from '#src/server/store/database.ts';

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

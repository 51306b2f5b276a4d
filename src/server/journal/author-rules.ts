import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { rowOf, type EnvelopeKind, type envelopes } from '#src/operations/envelopes.ts';
import type { SyncOperator } from './ports/rows.ts';

/** Kinds that are requested again while their person is uncertain. */
type AskedAgain = {
  [Kind in EnvelopeKind]: (typeof envelopes)[Kind]['inDoubt'] extends 'review' ? never : Kind;
}[EnvelopeKind];

/** Returns whether this role writes such operations at all. */
export function isAuthor(kind: EnvelopeKind, userType: UserType): boolean {
  return rowOf(kind).roles.includes(userType);
}

/**
 * Returns why a person may not write this on their device now. FORBIDDEN is permanent; the others last until
 * the person is approved or signs in. Kinds that a manager decides have doubts instead (`journalFactsOf`).
 */
export function authorRefusal(
  kind: AskedAgain,
  { operator, isOfBefore }: { operator: SyncOperator | null; isOfBefore: boolean },
): Extract<RefusalCode, 'FORBIDDEN' | 'NOT_OPERATOR' | 'SIGN_IN_AGAIN'> | null {
  if (!operator) return 'NOT_OPERATOR';
  if (!isAuthor(kind, operator.userType) || !operator.isActive) return 'FORBIDDEN';
  return operator.isSuspended && !isOfBefore ? 'SIGN_IN_AGAIN' : null;
}

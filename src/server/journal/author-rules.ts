import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { SyncOperator } from './ports/rows.ts';

type AuthorRule = {
  /** Roles that may write it on their device. */
  roles: readonly UserType[];
  /**
   * Treatment when the person is uncertain: the operation is requested again until they sign in, or is
   * recorded for a manager to decide.
   */
  inDoubt: 'again' | 'review';
};

/** Requirements of each envelope kind on the person it names. A holder's purchase names none. */
export const authorRules = {
  customer: { roles: ['RECARGA', 'GLOBAL_MARKET'], inDoubt: 'again' },
  'top-up': { roles: ['RECARGA'], inDoubt: 'review' },
  'top-up-void': { roles: ['RECARGA'], inDoubt: 'review' },
  purchase: { roles: ['ESTANTE'], inDoubt: 'again' },
  acceptance: { roles: ['ESTANTE'], inDoubt: 'review' },
  withdrawal: { roles: ['ESTANTE'], inDoubt: 'review' },
} as const satisfies Record<Envelope['kind'], AuthorRule>;

type AskedAgain = {
  [Kind in Envelope['kind']]: (typeof authorRules)[Kind]['inDoubt'] extends 'review' ? never : Kind;
}[Envelope['kind']];

/** Returns whether this role writes such operations at all. */
export function isAuthor(kind: Envelope['kind'], userType: UserType): boolean {
  const { roles }: AuthorRule = authorRules[kind];
  return roles.includes(userType);
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

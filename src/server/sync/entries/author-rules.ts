import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncOperator } from '#src/server/sync/ports/ports.ts';
import type { Vouched } from './vouched.ts';

type AuthorRule = {
  /** Roles that may write it on their device. */
  roles: readonly UserType[];
  /** Without the person's signature or session it is an incident of the device. */
  isSignedByPerson: boolean;
  /**
   * Treatment when the person is uncertain: the operation is requested again until they sign in, or is
   * recorded for a manager to decide. A sale is paid as far as its voucher covers it, whichever person
   * held the tablet; only a suspension makes it wait.
   */
  inDoubt: 'again' | 'again-if-suspended' | 'review';
};

/** Requirements of each envelope kind on the person it names. A holder's purchase names none. */
export const authorRules = {
  customer: { roles: ['RECARGA', 'GLOBAL_MARKET'], isSignedByPerson: false, inDoubt: 'again' },
  'top-up': { roles: ['RECARGA'], isSignedByPerson: true, inDoubt: 'review' },
  'top-up-void': { roles: ['RECARGA'], isSignedByPerson: true, inDoubt: 'review' },
  purchase: { roles: ['ESTANTE'], isSignedByPerson: true, inDoubt: 'again-if-suspended' },
  acceptance: { roles: ['ESTANTE'], isSignedByPerson: true, inDoubt: 'review' },
  void: { roles: ['ESTANTE'], isSignedByPerson: true, inDoubt: 'review' },
  withdrawal: { roles: ['ESTANTE'], isSignedByPerson: true, inDoubt: 'review' },
  // The market gets nothing from it before a person receives the cash, so there is nothing to review.
  'till-hand-over': { roles: ['RECARGA'], isSignedByPerson: true, inDoubt: 'again' },
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
  { operator, isVouched, isOfBefore }: { operator: SyncOperator | null } & Vouched,
): Extract<RefusalCode, 'FORBIDDEN' | 'NOT_OPERATOR' | 'SIGN_IN_AGAIN'> | null {
  const { inDoubt }: AuthorRule = authorRules[kind];
  if (!operator) return 'NOT_OPERATOR';
  if (!isAuthor(kind, operator.userType) || !operator.isActive) return 'FORBIDDEN';
  if (operator.isSuspended && !isOfBefore) return 'SIGN_IN_AGAIN';
  return inDoubt === 'again' && !isVouched ? 'SIGN_IN_AGAIN' : null;
}

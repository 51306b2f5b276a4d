import type { JournalFacts } from '#src/operations/doubt.ts';

/** Facts of an unobjectionable journal entry. */
export const trustedEntry: JournalFacts = {
  isRevoked: false,
  operator: { isActive: true, isSuspended: false },
  isOfBefore: false,
  isFork: false,
  isProven: false,
};

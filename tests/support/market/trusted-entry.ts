import type { JournalFacts } from '#src/domain/operations/journal/doubt.ts';

/** Facts of a journal entry that nothing speaks against. */
export const trustedEntry: JournalFacts = {
  isRevoked: false,
  operator: { isActive: true, isSuspended: false },
  isVouched: true,
  isOfBefore: false,
  isFork: false,
  isProven: false,
};

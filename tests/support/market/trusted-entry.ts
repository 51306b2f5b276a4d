import fc from 'fast-check';
import type { JournalFacts } from '#src/operations/doubt.ts';

/** Facts of an unobjectionable journal entry. */
export const trustedEntry: JournalFacts = {
  isRevoked: false,
  operator: { isActive: true, isSuspended: false },
  isOfBefore: false,
  isFork: false,
  isProven: false,
};

/** An entry in any state, without a seal from the time before a restore. */
export const anyEntry = fc.record<JournalFacts>({
  isRevoked: fc.boolean(),
  operator: fc.option(fc.record({ isActive: fc.boolean(), isSuspended: fc.boolean() })),
  isOfBefore: fc.boolean(),
  isFork: fc.boolean(),
  isProven: fc.constant(false),
});

import type { ConflictReason } from '#src/contract/purchases/schemas.ts';

/** The server's knowledge of a journal entry, besides its content. */
export type JournalFacts = {
  /** The market retired the device. */
  isRevoked: boolean;
  /** The named person, as far as they may work on this device. */
  operator: { isActive: boolean; isSuspended: boolean } | null;
  /** The device had reported its number before that person was suspended. */
  isOfBefore: boolean;
  /** Another entry has the same number. */
  isFork: boolean;
  /** This server's seal shows that it was accepted, by a database of which this is an older copy. */
  isProven: boolean;
};

/**
 * Returns why a person must review an entry before money moves for it. Null when a session of the same person
 * could do as much.
 */
export function doubtOf(facts: JournalFacts): ConflictReason | null {
  const { operator } = facts;
  if (facts.isProven) return null;
  if (facts.isRevoked) return 'DEVICE_REVOKED';
  if (!operator) return 'NOT_OPERATOR';
  if (!operator.isActive) return 'OPERATOR_INACTIVE';
  if (operator.isSuspended && !facts.isOfBefore) return 'NOT_OPERATOR';
  return facts.isFork ? 'JOURNAL_FORK' : null;
}

/** Seconds pass between a decision and its envelope, and clocks are corrected to about a second. */
export const clockSlackMs = 5 * 60_000;

/**
 * Returns whether the entry's time is possible. The server can prove one window: from the last contact in
 * which the device had not reported its number, to its arrival. All in ms since 1970.
 */
export function isTimePlausible(at: { occurredAt: number; notBefore: number; now: number }): boolean {
  return at.occurredAt >= at.notBefore - clockSlackMs && at.occurredAt <= at.now + clockSlackMs;
}
